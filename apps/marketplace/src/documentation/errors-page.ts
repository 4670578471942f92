import { STATUS_CODES } from "node:http";
import type { ExplainedError } from "./error-catalog.ts";

const introduction = `# Errors

<!-- Written by \`pnpm errors\` from the catalogs of problems. Do not edit it by hand. -->

Every answer that is not a success has the same four fields, and says where it is explained:

\`\`\`text
HTTP/1.1 404 Not Found
Link: </docs/guide/errors#question_not_found>; rel="help"

{"message":"Question not found: 1","error":"not_found","status":404,"cause":[]}
\`\`\`

\`error\` is for programs, \`message\` for people: it may change its wording. \`cause\` names each issue of an invalid request with the
place where it is, such as \`body.text\`. Below \`/oauth\` the body also has \`error_description\`. With \`callback\` the status of the answer
is 200, and status, headers and body are the three values of the call. Errors are sorted by status; \`<name>\` stands for a value.
`;

const explanation = ({ area, status, code, message, why, remedy }: ExplainedError): string =>
  `\`${status} ${code}\` · ${area}

> \`${message}\`

${why}

**What to do:** ${remedy}
`;

function section(key: string, errors: readonly ExplainedError[]): string {
  const texts = new Map<string, ExplainedError>();
  for (const error of errors) {
    const same = `${error.status} ${error.code} ${error.message} ${error.why} ${error.remedy}`;
    const present = texts.get(same);
    texts.set(same, present ? { ...present, area: `${present.area}, ${error.area}` } : error);
  }
  return `### ${key} {#${key}}\n\n${[...texts.values()].map(explanation).join("\n")}`;
}

/** The page of errors in Markdown. A heading's anchor is the key, to which answers link. */
export function errorsPage(errors: readonly ExplainedError[]): string {
  const byKey = Map.groupBy(errors, ({ key }) => key);
  // A key is one heading, under the status of the first area that has it.
  const byStatus = Map.groupBy(byKey, ([, [first]]) => first?.status ?? 0);
  const chapters = [...byStatus]
    .toSorted(([one], [other]) => one - other)
    .map(([status, keys]) => {
      const sections = keys.map(([key, group]) => section(key, group));
      return `## ${status} ${STATUS_CODES[status]}\n\n${sections.join("\n")}`;
    });
  return `${introduction}\n${chapters.join("\n")}`;
}
