import type { Answer } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";
import { type Browser, browserOf, hiddenIn } from "./browser.fixture.ts";

const { http, demo, deps, clock } = await startGateway({ config: { signIn: "password" } });
const { buyer_mla: owner, seller_mla: other, operator } = demo.users;
const { client_id, redirect_uri } = demo.applications.default;
const session = "marketplace_session";

/** Who sends a request: the owner of the form that it carries, or somebody else. */
const visitors = ["owner", "other", "operator", "expired", "signedOut", "nobody"] as const;
type Visitor = (typeof visitors)[number];

const request = new URLSearchParams({ response_type: "code", client_id, redirect_uri });
const consent = `/authorization?${request}`;

/** A browser in which the user is signed in, without the time that a password takes. */
async function signedIn(user: { id: number }): Promise<Browser> {
  const browser = browserOf(http);
  await browser.get("/sign_in");
  const opened = await deps.sessions.start({
    userId: user.id,
    method: "password",
    browser: browser.cookies.get("marketplace_browser"),
  });
  browser.cookies.set(session, opened?.session ?? "");
  return browser;
}

/** The browser of a visitor; `owners` becomes it where the owner's session has ended. */
async function browserFor(visitor: Visitor, owners: Browser): Promise<Browser> {
  if (visitor === "other") return signedIn(other);
  if (visitor === "operator") return signedIn(operator);
  if (visitor === "nobody") return browserOf(http);
  if (visitor === "expired") clock.advance(31 * 60_000);
  if (visitor === "signedOut") {
    const token = owners.cookies.get(session) ?? "";
    await owners.submit(await owners.get("/sign_in"), "/sign_out");
    // The cookie was copied before.
    owners.cookies.set(session, token);
  }
  return owners;
}

interface Row {
  route: string;
  /** Page of the owner whose form the request carries. */
  page?: string;
  fields?: Record<string, string>;
  /** `else` is the answer to all visitors that are not named. */
  answers: Partial<Record<Visitor, string>> & { else: string };
}

const toSignIn = "302 /sign_in";
const foreign = "403 forbidden";
const everybody = (answer: string) => ({ else: answer });
const asThemselves = { owner: "200 owner", other: "200 other", operator: "200 operator" };

const rows: readonly Row[] = [
  { route: "GET /sign_in", answers: { ...asThemselves, else: "200" } },
  {
    route: "POST /sign_in",
    page: "/sign_in",
    fields: { login: owner.nickname, password: owner.password },
    // The form belongs to the browser, for every user who signs in there.
    answers: { other: foreign, operator: foreign, nobody: foreign, else: toSignIn },
  },
  {
    route: "POST /sign_out",
    page: "/sign_in",
    answers: { other: foreign, operator: foreign, else: toSignIn },
  },
  { route: "GET /authorization", answers: { ...asThemselves, else: toSignIn } },
  {
    route: "POST /authorization",
    page: consent,
    fields: { decision: "allow" },
    answers: { owner: "302 code", other: foreign, operator: foreign, else: toSignIn },
  },
  // Nobody of these waits for a second step.
  { route: "GET /sign_in/totp", answers: everybody(toSignIn) },
  { route: "POST /sign_in/totp", fields: { code: "000000" }, answers: everybody(toSignIn) },
  // There is no issuer.
  { route: "GET /sign_in/oidc", answers: everybody(foreign) },
  { route: "GET /sign_in/oidc/callback", answers: everybody(foreign) },
];

/** The answer in the notation of the rows: who is signed in, or where it leads. */
function outcomeOf({ status, headers, text }: Answer): string {
  if (status >= 400) return `${status} forbidden`;
  if (status === 302) {
    const { pathname, searchParams } = new URL(headers.location ?? "", "http://market.test");
    return `302 ${searchParams.has("code") ? "code" : pathname}`;
  }
  const named = Object.entries({ owner, other, operator }).find(([, user]) =>
    text.includes(`<bdi>${user.nickname}<`),
  );
  return named ? `${status} ${named[0]}` : `${status}`;
}

async function send({ route, page, fields }: Row, visitor: Visitor): Promise<Answer> {
  const owners = await signedIn(owner);
  const [method, path = ""] = route.split(" ");
  const form = page === undefined ? {} : hiddenIn(await owners.get(page), path);
  const browser = await browserFor(visitor, owners);
  if (method === "POST") return browser.post(path, { ...form, ...fields });
  return browser.get(path === "/authorization" ? consent : path);
}

describe("the authorization matrix of sessions", () => {
  it("names every route that a session reaches, and no other", async () => {
    const { paths } = (await http.get("/openapi.json")).json<{ paths: Record<string, object> }>();
    const served = Object.entries(paths)
      .filter(([path]) => /^\/(sign_in|sign_out|authorization)(\/|$)/.test(path))
      .flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`));
    expect(rows.map(({ route }) => route).toSorted()).toEqual(served.toSorted());
  });

  it.each(rows)("$route", async (row) => {
    const found: Record<string, string> = {};
    for (const visitor of visitors) found[visitor] = outcomeOf(await send(row, visitor));
    const { else: others, ...named } = row.answers;
    const expected = Object.fromEntries(visitors.map((visitor) => [visitor, named[visitor] ?? others]));
    expect(found).toEqual(expected);
  });
});
