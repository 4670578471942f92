import type { Call, Outcome } from "./outcome.ts";

const code = (text: string): string => `\`${text}\``;
const withState = (calls: readonly Call[], state: Call["state"]) =>
  calls.filter((one) => one.state === state);
const missingOf = (calls: readonly Call[]) =>
  [...new Set(calls.flatMap(({ missing }) => missing))].toSorted();

function row({ name, version, from, license, calls, refusal }: Outcome): string {
  const ran = refusal ? "not run" : `${withState(calls, "works").length} of ${calls.length}`;
  return `| [${name}](#${anchorOf(name)}) | ${version} | ${from} | ${license} | ${ran} | ${missingOf(calls).length} |`;
}

/** The anchor of a heading, as the guide and GitHub make it. */
const anchorOf = (name: string): string => name.replaceAll(/[^\w-]/g, "");

function section({ name, calls, refusal, note }: Outcome): string {
  const works = withState(calls, "works").map((one) => one.name);
  const fails = withState(calls, "fails").map((one) => `${one.name} (${one.why})`);
  const lines = [
    refusal && `It cannot be imported by Python 3: ${code(refusal)}.`,
    note,
    works.length > 0 && `- Works: ${works.join("; ")}.`,
    fails.length > 0 && `- Fails: ${fails.join("; ")}.`,
    missingOf(calls).length > 0 && `- Not served: ${missingOf(calls).map(code).join(", ")}.`,
  ];
  return `### ${name}\n\n${lines.filter(Boolean).join("\n")}\n`;
}

/** docs/works-with.md. */
export const pageOf = (outcomes: readonly Outcome[]): string => `# Works with

Public client libraries, none changed in a single line, against the product. Their requests to the platform's host are sent to the
product instead, where they have no setting for the address. \`pnpm works-with\` fetches and runs them and writes this page;
CI runs it with \`--check\`, and fails when the page would change.

Of each library, "works" counts tests or functions that did what they say. "Not served" counts operations that a function asks for
and that the product does not have.

| library | version | from | license | works | not served |
| --- | --- | --- | --- | --- | --- |
${outcomes.map(row).join("\n")}

## What was run

${outcomes.map(section).join("\n")}`;
