import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { baseUrl, get, post } from "../api/api.ts";
import { applications, users } from "../api/world.ts";
import { opened, type Visit } from "./browser.ts";

const { page: visit } = opened();
const { client_id, client_secret, redirect_uri } = applications.default;
const { buyer_mla: buyer } = users;
const verifier = randomBytes(32).toString("base64url");
const challenge = createHash("sha256").update(verifier).digest("base64url");

const consentAddress = (change: Record<string, string> = {}) =>
  `${baseUrl}/authorization?${new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri,
    state: "s & <t>é",
    scope: "read offline_access",
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...change,
  })}`;

/** Runs `leave` and returns the application's address that the browser is redirected to. */
async function sentBack({ page }: Visit, leave: () => Promise<void>): Promise<URL> {
  const home = page.waitForRequest((request) => request.url().startsWith(redirect_uri));
  await leave();
  return new URL((await home).url());
}

const chooseAndPress = (visitor: Visit, button: string): Promise<URL> =>
  sentBack(visitor, async () => {
    await visitor.page.getByLabel("Continue as test user").selectOption(`${buyer.id}`);
    await visitor.page.getByRole("button", { name: button }).click({ noWaitAfter: true });
  });

describe.each([
  ["with JavaScript", true],
  ["without JavaScript", false],
])("the consent page %s", (_how, javaScriptEnabled) => {
  it("shows the application and its scopes; Allow redirects with a code that becomes tokens", async () => {
    const visitor = await visit({ javaScriptEnabled });
    const { page, asked, complaints } = visitor;
    await page.goto(consentAddress());
    expect(await page.getByRole("listitem").allInnerTexts()).toEqual([
      expect.stringContaining("read"),
      expect.stringContaining("offline_access"),
    ]);
    expect(await page.getByRole("option", { name: `${buyer.id}` }).textContent()).toContain(buyer.nickname);
    await visitor.shoot(`consent-${javaScriptEnabled ? "with" : "without"}-javascript`);
    const { searchParams } = await chooseAndPress(visitor, "Allow");
    expect(searchParams.get("state")).toBe("s & <t>é");
    const grant = { grant_type: "authorization_code", client_id, client_secret, redirect_uri };
    const code = searchParams.get("code") ?? "";
    const exchange = await post("/oauth/token", {
      body: new URLSearchParams({ ...grant, code, code_verifier: verifier }),
    });
    const tokens = exchange.json<{ access_token: string; scope: string; refresh_token: string }>();
    expect(tokens).toMatchObject({ user_id: buyer.id, scope: "read offline_access" });
    expect(tokens.refresh_token).toMatch(/^TG-/);
    const me = await get("/users/me", { token: tokens.access_token });
    expect(me.json()).toMatchObject({ id: buyer.id, nickname: buyer.nickname });

    expect(complaints).toEqual([]);
    const hosts = new Set(asked.map(({ host }) => host));
    expect(hosts).toEqual(new Set([new URL(baseUrl).host, new URL(redirect_uri).host]));
  });

  it("redirects with access_denied and no code when the user cancels", async () => {
    const visitor = await visit({ javaScriptEnabled });
    await visitor.page.goto(consentAddress());
    const { searchParams } = await chooseAndPress(visitor, "Cancel");
    expect(searchParams.get("error")).toBe("access_denied");
    expect(searchParams.get("state")).toBe("s & <t>é");
    expect(searchParams.has("code")).toBe(false);
  });
});

describe("the consent page", () => {
  it("can be used with the keyboard alone", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await page.goto(consentAddress());
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.id")).toBe("user_id");
    await page.keyboard.type(buyer.nickname.slice(0, 8));
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Allow");
    const { searchParams } = await sentBack(visitor, () => page.keyboard.press("Enter"));
    expect(searchParams.get("code")).toMatch(/./);
  });

  it.each([
    ["on a telephone", { width: 360 }],
    ["in the dark", { dark: true }],
  ])("fits %s", async (how, options) => {
    const visitor = await visit(options);
    await visitor.page.goto(consentAddress());
    const wider = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
    expect(await visitor.page.evaluate(wider)).toBe(false);
    await visitor.shoot(`consent-${how.replaceAll(" ", "-")}`);
  });

  it("explains an invalid link instead of redirecting", async () => {
    const visitor = await visit();
    const answer = await visitor.page.goto(consentAddress({ redirect_uri: "https://elsewhere.example/" }));
    expect(answer?.status()).toBe(400);
    expect(await visitor.page.getByRole("alert").textContent()).toMatch(/redirect_uri/);
    expect(visitor.asked.map(({ host }) => host)).toEqual([new URL(baseUrl).host]);
    await visitor.shoot("consent-refused");
  });
});
