import { describe, expect, it } from "vitest";
import { anotherGateway, startGateway } from "../gateway.fixture.ts";
import { browserOf } from "./browser.fixture.ts";
import { startFakeIssuer } from "./oidc/fake-issuer.fixture.ts";

const issuer = await startFakeIssuer();
const before = await startGateway({ config: { signIn: "password" } });
const { demo, deps, rows, config } = before;
const user = demo.users.buyer_mla;
/** The same deployment, started again with another SIGN_IN. */
const ways = {
  password: before,
  oidc: await anotherGateway({ ...before, config: { ...config, ...issuer.settings } }),
  picker: await anotherGateway({ ...before, config: { ...config, signIn: "picker" } }),
};
type Way = keyof typeof ways;

/** Who the owner of a session is, by what the page of a deployment says. */
async function signedInAs(way: Way, session: string): Promise<string | undefined> {
  const browser = browserOf(ways[way].http);
  browser.cookies.set("marketplace_session", session);
  return /signed in as <strong><bdi>([^<]*)</.exec((await browser.get("/sign_in")).text)?.[1];
}

const begun = async (method: string): Promise<string> =>
  (await deps.sessions.start({ userId: user.id, method }))?.session ?? "";
const kept = async () => (await rows("SELECT FROM sessions WHERE user_id = $1", [user.id])).length;

describe("a session from before SIGN_IN was changed", () => {
  it.each([
    ["picker", "password"],
    ["picker", "oidc"],
    ["password", "oidc"],
    ["password+totp", "oidc"],
    ["oidc", "password"],
    ["oidc+totp", "password"],
  ] as const)("of %s counts for nothing under %s, and ends", async (method, way) => {
    const session = await begun(method);
    expect(await kept()).toBe(1);
    expect(await signedInAs(way, session)).toBeUndefined();
    expect(await kept()).toBe(0);
  });

  it.each([
    ["password", "password"],
    ["password+totp", "password"],
    ["oidc", "oidc"],
    ["oidc+totp", "oidc"],
  ] as const)("of %s goes on under %s", async (method, way) => {
    expect(await signedInAs(way, await begun(method))).toBe(user.nickname);
    await deps.sessions.endAll(user.id);
  });

  it("allows no application anything", async () => {
    const { client_id, redirect_uri } = demo.applications.default;
    const link = `/authorization?${new URLSearchParams({ response_type: "code", client_id, redirect_uri })}`;
    for (const way of ["password", "oidc"] as const) {
      const browser = browserOf(ways[way].http);
      browser.cookies.set("marketplace_session", await begun("picker"));
      const answer = await browser.get(link);
      expect([answer.status, answer.headers.location]).toEqual([302, expect.stringMatching(/^\/sign_in\?/)]);
    }
  });
});

describe("the picker", () => {
  it("begins no sessions, and takes none", async () => {
    const { client_id, redirect_uri } = demo.applications.default;
    const fields = { response_type: "code", client_id, redirect_uri, decision: "allow" };
    const browser = browserOf(ways.picker.http);
    const answer = await browser.post("/authorization", { ...fields, user_id: String(user.id) });
    expect(answer.headers.location).toContain("code=");
    expect([...browser.cookies]).toEqual([]);
    expect(await kept()).toBe(0);
    expect(await signedInAs("picker", await begun("password"))).toBeUndefined();
  });
});
