import { describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";
import { type Browser, browserOf } from "../sign-in/browser.fixture.ts";
import { startFakeIssuer } from "../sign-in/oidc/fake-issuer.fixture.ts";

const issuer = await startFakeIssuer();
const ways = {
  picker: await startGateway({ config: { signIn: "picker" } }),
  password: await startGateway({ config: { signIn: "password" } }),
  oidc: await startGateway({ config: issuer.settings }),
};
const { client_id, redirect_uri } = ways.password.demo.applications.default;
const sound = { response_type: "code", client_id, redirect_uri, scope: "read", state: "s" };

/** What is wrong with a request: parameters in place of the sound ones, or beside them. */
interface Fault {
  issue: string;
  change?: Record<string, string>;
  beside?: string;
}

/** It is uncertain who asks, or where they are: the browser stays here. */
const refused: Fault[] = [
  { issue: "no client_id", change: { client_id: "" } },
  { issue: "an unknown client_id", change: { client_id: "1" } },
  { issue: "a client_id that is no number", change: { client_id: `${client_id} OR 1=1` } },
  { issue: "a client_id that is too long", change: { client_id: client_id.repeat(20) } },
  { issue: "two client_ids", beside: `client_id=${client_id}` },
  { issue: "no redirect_uri", change: { redirect_uri: "" } },
  { issue: "an unregistered redirect_uri", change: { redirect_uri: "https://evil.example/callback" } },
  { issue: "a path below a registered one", change: { redirect_uri: `${redirect_uri}/more` } },
  { issue: "a query behind a registered one", change: { redirect_uri: `${redirect_uri}?next=evil` } },
  { issue: "a fragment behind a registered one", change: { redirect_uri: `${redirect_uri}#evil` } },
  {
    issue: "a registered host as credentials",
    change: { redirect_uri: "http://localhost:3000@evil.example/callback" },
  },
  {
    issue: "a registered host in other case",
    change: { redirect_uri: redirect_uri.replace("localhost", "LOCALHOST") },
  },
  { issue: "another port", change: { redirect_uri: redirect_uri.replace("3000", "3001") } },
  { issue: "a script as redirect_uri", change: { redirect_uri: "javascript:alert(1)" } },
  { issue: "two redirect_uris", beside: "redirect_uri=https%3A%2F%2Fevil.example" },
  {
    issue: "an invalid scope beside an unregistered redirect_uri",
    change: { scope: "root", redirect_uri: "https://evil.example/callback" },
  },
];

/** The application is certain: it is told. */
const told: (Fault & { error: string })[] = [
  { issue: "an unknown scope", change: { scope: "root" }, error: "invalid_scope" },
  { issue: "a scope in other case", change: { scope: "READ" }, error: "invalid_scope" },
  { issue: "one unknown scope of two", change: { scope: "read root" }, error: "invalid_scope" },
  { issue: "two scopes as two parameters", beside: "scope=write", error: "invalid_request" },
  { issue: "no response_type", change: { response_type: "" }, error: "invalid_request" },
  {
    issue: "a token as response_type",
    change: { response_type: "token" },
    error: "unsupported_response_type",
  },
  { issue: "a short code_challenge", change: { code_challenge: "short" }, error: "invalid_request" },
];

const queryOf = ({ change, beside }: Fault): string =>
  `${new URLSearchParams({ ...sound, ...change })}${beside === undefined ? "" : `&${beside}`}`;

/** The pages that an authorization request passes before anybody has signed in. */
const pages: [way: keyof typeof ways, path: string][] = [
  ["picker", "/authorization"],
  ["password", "/authorization"],
  ["password", "/sign_in"],
  ["oidc", "/authorization"],
  ["oidc", "/sign_in"],
  ["oidc", "/sign_in/oidc"],
];
const formHeaders = { "Content-Type": "application/x-www-form-urlencoded" };

const expectNothingBegun = (browser: Browser) => {
  expect([...browser.cookies.keys()]).toEqual([]);
  expect(issuer.asked.filter((path) => path.startsWith("/token"))).toEqual([]);
};

describe.each(pages)("where SIGN_IN is %s, %s", (way, path) => {
  const { http } = ways[way];

  it.each(refused)("says itself what is wrong, and redirects nowhere: $issue", async (issue) => {
    const browser = browserOf(http);
    const page = await browser.get(`${path}?${queryOf(issue)}`);
    expect([page.status, page.headers.location]).toEqual([400, undefined]);
    expect(page.text).not.toMatch(/<form|<a [^>]*evil/);
    const program = await http.get(`${path}?${queryOf(issue)}`);
    expect([program.status, program.headers.location]).toEqual([400, undefined]);
    expect(program.json()).toMatchObject({ error: "invalid_request" });
    expectNothingBegun(browser);
  });

  it.each(told)("tells the application at its registered address: $issue", async ({ error, ...issue }) => {
    const browser = browserOf(http);
    const answer = await browser.get(`${path}?${queryOf(issue)}`);
    expect(answer.status).toBe(302);
    const url = new URL(answer.headers.location ?? "");
    expect(`${url.origin}${url.pathname}`).toBe(redirect_uri);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ error, state: "s" });
    expectNothingBegun(browser);
  });
});

describe.each(["picker", "password", "oidc"] as const)("where SIGN_IN is %s, a decision", (way) => {
  const { http, demo } = ways[way];

  it.each(refused)("is not taken: $issue", async (issue) => {
    const body = `${queryOf(issue)}&user_id=${demo.users.buyer_mla.id}&decision=allow`;
    const answer = await http.post("/authorization", { body, headers: formHeaders });
    expect([answer.status, answer.headers.location]).toEqual([400, undefined]);
  });
});

it("a sound request goes on", async () => {
  for (const [way, path] of pages) {
    const answer = await browserOf(ways[way].http).get(`${path}?${queryOf({ issue: "none" })}`);
    const expected = { picker: 200, password: path === "/sign_in" ? 200 : 302, oidc: 302 }[way];
    expect([way, path, answer.status]).toEqual([way, path, path === "/sign_in" ? 200 : expected]);
    expect(answer.headers.location ?? "").not.toContain("error=");
  }
});
