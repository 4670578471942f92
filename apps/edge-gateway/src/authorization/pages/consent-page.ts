import type { Scope } from "@marketplace/conventions";
import { displayName } from "../../applications/display-name.rules.ts";
import type { Parameters } from "../../oauth/parameters.rules.ts";
import { escaped, page } from "./html.ts";

const meanings: Record<Scope, string> = {
  read: "see your questions, items, orders, files and settings",
  write: "ask, answer, publish, upload and change settings for you",
  offline_access: "do so while you are away, until you take it back",
};

interface Consent {
  applicationName: string;
  scopes: readonly Scope[];
  users: readonly { id: number; nickname: string; site_id: string }[];
  /** The request, as the page carries it on to its answer. */
  parameters: Parameters;
  /** What was wrong with an answer that came before. */
  issue?: string;
}

/** The page on which a test user grants or denies the scopes. */
export function consentPage({ applicationName, scopes, users, parameters, issue }: Consent): Buffer {
  const application = displayName(applicationName);
  const hidden = [...parameters].map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  const options = users.map(
    ({ id, nickname, site_id }) =>
      `<option value="${id}">${escaped(displayName(nickname))} (${id}, ${escaped(site_id)})</option>`,
  );
  const wanted = scopes.map((scope) => `<li><strong>${scope}</strong>: ${meanings[scope]}</li>`);
  const main = `
${issue === undefined ? "" : `<p role="alert">${escaped(issue)}</p>`}
<p><strong><bdi>${escaped(application)}</bdi></strong> asks for permission to:</p>
<ul>
${wanted.join("\n")}
</ul>
<form method="post" action="/authorization">
${hidden.join("\n")}
<label for="user_id">Continue as test user</label>
<select id="user_id" name="user_id" required>
${options.join("\n")}
</select>
<button type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny" formnovalidate>Cancel</button>
</form>`;
  return page(`Allow ${application}?`, main);
}

/** The page that says why there is nothing to consent to. */
export const problemPage = (reason: string): Buffer =>
  page(
    "This link does not work",
    `<p role="alert">${escaped(reason)}</p>
<p>Go back to the application you came from, and tell its makers.</p>`,
  );
