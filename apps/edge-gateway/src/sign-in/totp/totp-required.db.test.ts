import type { Answer } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { startGateway } from "../../gateway.fixture.ts";
import { alertOf, browserOf } from "../browser.fixture.ts";
import { codeOf, totpOf } from "./totp.fixture.ts";

const gateway = await startGateway({ config: { signIn: "password", operatorTotp: "required" } });
const { http, demo, deps, clock, rows } = gateway;
const { read, begin, confirm } = totpOf(gateway);
const { operator, buyer_mla: buyer } = demo.users;
const path = "/sign_in/totp";
const { client_id, redirect_uri } = demo.applications.default;
const request = { response_type: "code", client_id, redirect_uri };
const consentPath = `/authorization?${new URLSearchParams(request)}`;

const keyOn = ({ text }: Answer): string => /Key: <code>([^<]*)</.exec(text)?.[1]?.replaceAll(" ", "") ?? "";

describe("where OPERATOR_TOTP is required", () => {
  it("an operator enrolls at the sign-in, keeps recovery codes and goes on to the application", async () => {
    expect((await read("operator")).json()).toMatchObject({ enrolled: false, required: true });
    const earlier = await deps.sessions.start({ userId: operator.id, method: "password" });
    const browser = browserOf(http);
    const sent = (await browser.get(consentPath)).headers.location;
    const first = await browser.signIn(operator.nickname, operator.password, sent);
    const page = await browser.get(first.headers.location ?? "");
    const secret = keyOn(page);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(page.text).toContain("<svg ");
    expect(page.text).toContain(`href="otpauth://totp/Marketplace%20market.test:`);
    expect((await browser.get(consentPath)).headers.location).toMatch(/^\/sign_in\?/);
    // What a visitor does who types wrongly, or loads the page again.
    const wrong = await browser.submit(page, path, { code: "000000" });
    expect([wrong.status, alertOf(wrong), keyOn(wrong)]).toEqual([403, expect.any(String), secret]);
    const answer = await browser.submit(wrong, path, { code: codeOf(gateway, secret) });
    expect([answer.status, answer.headers["cache-control"]]).toEqual([200, "no-store"]);
    const codes = [...answer.text.matchAll(/<li><code>([^<]*)</g)].map(([, code]) => code);
    expect(codes).toHaveLength(10);
    const goOn = /<a class="main" href="([^"]*)"/.exec(answer.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect((await browser.get(goOn)).text).toContain(operator.nickname);
    expect(await deps.sessions.find(earlier?.session ?? "")).toBeUndefined();

    clock.advance(30_000);
    const again = browserOf(http);
    await again.signIn(operator.nickname, operator.password);
    const asked = await again.get(path);
    expect(keyOn(asked)).toBe("");
    expect((await again.submit(asked, path, { code: codeOf(gateway, secret) })).status).toBe(302);
    await deps.totp.remove(operator.id);
  });

  it("a secret that was begun by API, or in another sign-in, is not shown at this one", async () => {
    const byApi = (await begin("operator")).json<{ secret: string }>().secret;
    const visit = async () => {
      const browser = browserOf(http);
      await browser.signIn(operator.nickname, operator.password);
      return { browser, page: await browser.get(path) };
    };
    const [one, other] = [await visit(), await visit()];
    expect(new Set([byApi, keyOn(one.page), keyOn(other.page)]).size).toBe(3);
    // The last one that was begun counts, and where it was shown.
    expect((await confirm("operator", codeOf(gateway, keyOn(other.page)))).status).toBe(404);
    const elsewhere = { code: codeOf(gateway, keyOn(other.page)) };
    expect((await one.browser.submit(one.page, path, elsewhere)).status).toBe(403);
    expect((await read("operator")).json()).toMatchObject({ enrolled: false });
    await deps.totp.remove(operator.id);
  });

  it("others sign in without, and a session from before someone became an operator is not enough", async () => {
    const browser = browserOf(http);
    const answer = await browser.signIn(buyer.nickname, buyer.password);
    expect(answer.headers.location).toBe("/sign_in");
    expect((await browser.get(consentPath)).status).toBe(200);
    await rows("UPDATE users SET roles = '{operator}' WHERE id = $1", [buyer.id]);
    expect((await browser.get(consentPath)).headers.location).toMatch(/^\/sign_in\?/);
    const next = await browser.signIn(buyer.nickname, buyer.password);
    expect(next.headers.location).toMatch(/^\/sign_in\/totp/);
  });
});
