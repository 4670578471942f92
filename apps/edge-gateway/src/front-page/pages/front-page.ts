import { version } from "../../documentation/pages/about.ts";
import { escaped, page } from "../../sign-in/pages/html.ts";
import type { Sandbox } from "../sandbox.schema.ts";

const about = (signsIn: boolean): string => `
<p>A marketplace's API, release ${version}: questions and answers, invoice files, Flex shipping, categories, items and search.</p>
<ul>
<li><a href="/docs/guide/">/docs/guide</a>: the guide, with examples and every error</li>
<li><a href="/docs">/docs</a>: every operation, to read and to try</li>
<li><a href="/openapi.json">/openapi.json</a>: the same for programs, as OpenAPI 3.1</li>
<li><a href="/livez">/livez</a>, <a href="/readyz">/readyz</a>: whether it runs, and whether it can work</li>
${
  signsIn
    ? `<li><a href="/sign_in">/sign_in</a>: who you are here</li>
`
    : ""
}</ul>`;

export interface FrontPage {
  baseUrl: string;
  /** Whether users sign in here, and are not picked from a list. */
  signsIn: boolean;
  /** What a developer needs to try it. */
  sandbox: Sandbox | undefined;
}

/** The first page. */
export const frontPage = ({ baseUrl, signsIn, sandbox }: FrontPage): Buffer =>
  page("Marketplace API", `${about(signsIn)}\n${sandbox ? sandboxPart(baseUrl, sandbox) : ""}`);

const code = (text: string): string => `<code>${escaped(text)}</code>`;

function sandboxPart(baseUrl: string, { users, applications }: Sandbox): string {
  const [first] = Object.values(users);
  const lines = Object.entries(users).map(
    ([name, { id, nickname, site_id, access_token }]) =>
      `<dt>${escaped(name)}: ${escaped(nickname)}, ${id}, ${escaped(site_id)}</dt>\n<dd>${code(access_token)}</dd>`,
  );
  return `
<p>This is a sandbox on your machine. Everybody who reaches it may be any user, and everything in it is invented.</p>
${first ? `<pre>${code(`curl -H 'Authorization: Bearer ${first.access_token}' ${baseUrl}/users/me`)}</pre>` : ""}
<h2>Users, with their access tokens</h2>
<dl>
${lines.join("\n")}
</dl>
${Object.entries(applications).map(applicationPart).join("\n")}`;
}

function applicationPart([name, application]: [string, Sandbox["applications"][string]]): string {
  const { client_id, redirect_uri } = application;
  const consent = new URLSearchParams({ response_type: "code", client_id, redirect_uri });
  const rows = Object.entries(application).map(([key, value]) => `<dt>${key}</dt>\n<dd>${code(value)}</dd>`);
  return `<h2>Application ${escaped(name)}</h2>
<dl>
${rows.join("\n")}
</dl>
<p><a href="/authorization?${escaped(consent.toString())}">Let it act for a user</a></p>`;
}
