import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";
import { hashOf } from "../tokens/token-text.rules.ts";
import { alertOf, browserOf } from "./browser.fixture.ts";
import { hashPassword } from "./passwords.service.ts";

const { http, demo, deps, bearer, rows, dump, logs } = await startGateway({ config: { signIn: "password" } });
const { buyer_mla: buyer, operator } = demo.users;
const noSuchUser = "There is no such user with this password";

/** Who a browser is signed in as, by what the page says. */
async function signedInAs(browser: ReturnType<typeof browserOf>): Promise<string | undefined> {
  return /signed in as <strong><bdi>([^<]*)</.exec((await browser.get("/sign_in")).text)?.[1];
}

describe("the sign-in page", () => {
  it("asks for name and password with labels, and needs no script", async () => {
    const page = await browserOf(http).get("/sign_in");
    expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    for (const name of ["login", "password"]) {
      expect(page.text).toContain(`<label for="${name}">`);
      expect(page.text).toMatch(new RegExp(`<input id="${name}" name="${name}"[^>]* required`));
    }
    expect(page.text).toContain('type="password" autocomplete="current-password"');
    expect(page.text).not.toMatch(/<script|https?:\/\//);
    expect(page.headers["cache-control"]).toBe("no-store");
  });

  it("signs a user in by nickname or e-mail address in any case, and by nothing else", async () => {
    const { nickname, password } = buyer;
    const address = `${nickname}@example.com`;
    for (const login of [nickname, nickname.toLowerCase(), address.toUpperCase(), `  ${nickname} `]) {
      const browser = browserOf(http);
      const answer = await browser.signIn(login, password);
      expect([login, answer.status, answer.headers.location]).toEqual([login, 302, "/sign_in"]);
      expect(await signedInAs(browser)).toBe(nickname);
    }
    for (const login of [String(buyer.id), `${nickname}%`, address.replace("example", "elsewhere")]) {
      const browser = browserOf(http);
      expect([login, (await browser.signIn(login, password)).status]).toEqual([login, 403]);
      expect(await signedInAs(browser)).toBeUndefined();
    }
  });

  it("gives one answer to a wrong password, an unknown user and a user without a password", async () => {
    const [nobody] = await rows<{ nickname: string }>(
      "SELECT nickname FROM users WHERE password IS NULL LIMIT 1",
    );
    const attempts: [string, string][] = [
      [buyer.nickname, "not the password"],
      [`${buyer.nickname.toLowerCase()}@example.com`, "not the password"],
      ["NOBODY_AT_ALL", buyer.password],
      ["nobody@example.com", buyer.password],
      [nobody?.nickname ?? "", buyer.password],
    ];
    for (const [login, password] of attempts) {
      const browser = browserOf(http);
      const answer = await browser.signIn(login, password);
      expect([answer.status, alertOf(answer)]).toEqual([403, noSuchUser]);
      expect([...browser.cookies.keys()]).toEqual(["marketplace_browser"]);
      // What was typed stays, but for the password.
      expect(answer.text).not.toContain(password);
    }
  });

  it("asks again for what is missing, and counts nothing", async () => {
    const browser = browserOf(http);
    for (const [login, password] of [
      ["", "x"],
      ["  ", "x"],
      [buyer.nickname, ""],
      ["x".repeat(255), "x"],
      ["\u0000", "x"],
    ] as const) {
      const answer = await browser.signIn(login, password);
      expect([answer.status, alertOf(answer)]).toEqual([400, expect.stringContaining("Type your nickname")]);
    }
  });

  it("escapes what was typed", async () => {
    const answer = await browserOf(http).signIn('"><script>alert(1)</script>', "x");
    expect(answer.text).not.toContain("<script>");
    expect(answer.text).toContain("&lt;script&gt;");
  });

  it("tells programs in the standard body", async () => {
    const browser = browserOf(http);
    const page = await browser.get("/sign_in");
    const token = /name="form_token" value="([^"]*)"/.exec(page.text)?.[1] ?? "";
    const fields = { login: buyer.nickname, password: "wrong", form_token: token };
    expectProblem(await browser.post("/sign_in", fields, { Accept: "*/*" }), 403, "forbidden", noSuchUser);
  });
});

describe("a password", () => {
  it("of a new test user works at once", async () => {
    const created = await http.post("/users/test_user", { ...bearer("operator"), body: { site_id: "MLA" } });
    const { nickname, password } = created.json<{ nickname: string; password: string }>();
    const browser = browserOf(http);
    expect((await browser.signIn(nickname, password)).status).toBe(302);
    expect(await signedInAs(browser)).toBe(nickname);
  });

  it("that an earlier release stored is taken once more, and stored as argon2id", async () => {
    const { id, nickname } = demo.users.buyer2_mla;
    const stored = () => rows("SELECT password, password_hash FROM users WHERE id = $1", [id]);
    await rows("UPDATE users SET password = NULL, password_hash = $2 WHERE id = $1", [
      id,
      hashOf("from before"),
    ]);
    expect((await browserOf(http).signIn(nickname, "something else")).status).toBe(403);
    expect(await stored()).toEqual([{ password: null, password_hash: expect.any(Buffer) }]);
    for (const attempt of [1, 2]) {
      expect([attempt, (await browserOf(http).signIn(nickname, "from before")).status]).toEqual([
        attempt,
        302,
      ]);
      expect(await stored()).toEqual([
        { password: expect.stringMatching(/^\$argon2id\$/), password_hash: null },
      ]);
    }
  });

  it("that was hashed at another cost is hashed again", async () => {
    const { id, nickname } = demo.users.seller2_mla;
    const cheap = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
    await deps.credentials.setPassword(id, cheap);
    expect((await browserOf(http).signIn(nickname, "password")).status).toBe(302);
    expect(await rows("SELECT password FROM users WHERE id = $1", [id])).toEqual([
      { password: expect.stringContaining("m=19456,t=2,p=1") },
    ]);
  });

  it("signs nobody in that was changed while it was verified", async () => {
    const { id } = demo.users.seller_mlb;
    const before = await hashPassword("before");
    await deps.credentials.setPassword(id, before);
    await deps.credentials.setPassword(id, await hashPassword("after"));
    expect(await deps.sessions.start({ userId: id, method: "password", password: before })).toBeUndefined();
  });

  it("names nobody where several users share the e-mail address", async () => {
    const [one, other] = [demo.users.seller_mlc, demo.users.buyer_mlc];
    const shared = "UPDATE users SET email = 'shared@example.com' WHERE id = ANY ($1)";
    await rows(shared, [[one.id, other.id]]);
    expect((await browserOf(http).signIn("shared@example.com", one.password)).status).toBe(403);
    expect((await browserOf(http).signIn(one.nickname, one.password)).status).toBe(302);
  });
});

describe("secrets of a sign-in", () => {
  it("are neither logged nor stored", async () => {
    const browser = browserOf(http);
    await browser.signIn(operator.nickname, operator.password);
    await browser.signIn(operator.nickname, "a wrong one that somebody typed");
    const known = [operator.password, "a wrong one that somebody typed", ...browser.cookies.values()];
    const [stored, logged] = [await dump(), logs()];
    for (const secret of known) {
      expect(stored).not.toContain(secret);
      expect(logged).not.toContain(secret);
    }
  });
});
