import type { Scope } from "@marketplace/conventions";
import { displayName } from "../../applications/display-name.rules.ts";
import type { Parameters } from "../../oauth/parameters.rules.ts";
import { formTokenField } from "../../sign-in/form-token.rules.ts";
import { escaped, hiddenFields, page } from "../../sign-in/pages/html.ts";

const meanings: Record<Scope, string> = {
  read: "see your questions, items, orders, files and settings",
  write: "ask, answer, publish, upload and change settings for you",
  offline_access: "do so while you are away, until you take it back",
};

interface Person {
  id: number;
  nickname: string;
  site_id: string;
  roles?: readonly string[];
}

/** For whom: test users to pick from, or the user who is signed in. */
type Who =
  | { pick: readonly Person[] }
  | { user: Person; formToken: string /** Where one signs in as another. */; otherAccount: string };

interface Consent {
  applicationName: string;
  scopes: readonly Scope[];
  who: Who;
  /** The request, as the page carries it on to its answer. */
  parameters: Parameters;
  /** What was wrong with an answer that came before. */
  issue?: string | undefined;
}

/** The page on which a user grants or denies the scopes. It needs no script. */
export function consentPage({ applicationName, scopes, who, parameters, issue }: Consent): Buffer {
  const application = displayName(applicationName);
  const wanted = scopes.map((scope) => `<li><strong>${scope}</strong>: ${meanings[scope]}</li>`);
  const token = "pick" in who ? [] : [[formTokenField, who.formToken] as const];
  const main = `
${issue === undefined ? "" : `<p role="alert">${escaped(issue)}</p>`}
<p><strong><bdi>${escaped(application)}</bdi></strong> asks for permission to:</p>
<ul>
${wanted.join("\n")}
</ul>
${"user" in who && who.user.roles?.includes("operator") ? operatorWarning : ""}
<form method="post" action="/authorization">
${hiddenFields([...parameters, ...token])}
${"pick" in who ? picker(who.pick) : account(who.user, who.otherAccount)}
<button type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny" formnovalidate>Cancel</button>
</form>`;
  return page(`Allow ${application}?`, main);
}

/** The scopes' meanings do not tell what an operator's token may do besides. */
const operatorWarning = `<p><strong>You are an operator.</strong> What it does for you it does with an operator's rights:
it can read, change and disable other users, and make operators. Allow only applications of your own.</p>`;

const nameOf = ({ nickname }: Person): string => escaped(displayName(nickname));
const detailsOf = ({ id, site_id }: Person): string => `(${id}, ${escaped(site_id)})`;

function picker(users: readonly Person[]): string {
  const options = users.map(
    (user) => `<option value="${user.id}">${nameOf(user)} ${detailsOf(user)}</option>`,
  );
  return `<label for="user_id">Continue as test user</label>
<select id="user_id" name="user_id" required>
${options.join("\n")}
</select>`;
}

const account = (user: Person, otherAccount: string): string =>
  `<p>You are signed in as <strong><bdi>${nameOf(user)}</bdi></strong> ${detailsOf(user)}.
<a href="${escaped(otherAccount)}">Use another account</a></p>`;
