import { describe, expect, it } from "vitest";
import { anotherGateway, startGateway } from "../gateway.fixture.ts";
import { hashOf } from "../tokens/token-text.rules.ts";
import { type Browser, browserOf, hiddenIn } from "./browser.fixture.ts";
import { startSession } from "./visit.service.ts";

const gateway = await startGateway({ config: { signIn: "password" } });
const { http, demo, deps, clock, rows } = gateway;
const { deps: other } = await anotherGateway(gateway);
const { buyer_mla: buyer, seller_mla: seller, operator } = demo.users;
const session = "marketplace_session";
const minute = 60_000;

async function signedIn(user = buyer): Promise<Browser> {
  const browser = browserOf(http);
  expect((await browser.signIn(user.nickname, user.password)).status).toBe(302);
  return browser;
}

/** Who is signed in with these cookies, by what the page says. */
const whoIs = async (browser: Browser): Promise<string | undefined> =>
  /signed in as <strong><bdi>([^<]*)</.exec((await browser.get("/sign_in")).text)?.[1];

/** A second browser with a copy of the cookies. */
function copyOf({ cookies }: Browser): Browser {
  const copy = browserOf(http);
  for (const [name, value] of cookies) copy.cookies.set(name, value);
  return copy;
}

const signOut = async (browser: Browser) => browser.submit(await browser.get("/sign_in"), "/sign_out");

describe("the session's cookie", () => {
  it("is kept from scripts and other sites, and ends with the browser", async () => {
    const browser = await signedIn();
    expect(browser.lastSet).toEqual([
      expect.stringMatching(/^marketplace_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(
        /^marketplace_browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/,
      ),
    ]);
  });

  it("is stored as its SHA-256", async () => {
    const browser = await signedIn();
    const token = browser.cookies.get(session) ?? "";
    const [row] = await rows("SELECT user_id, method, awaiting FROM sessions WHERE token_hash = $1", [
      hashOf(token),
    ]);
    expect(row).toEqual({ user_id: buyer.id, method: "password", awaiting: null });
  });

  it("counts for nothing when it is made up, empty or sent twice", async () => {
    const browser = await signedIn();
    const token = browser.cookies.get(session) ?? "";
    for (const Cookie of [
      `${session}=`,
      `${session}=${"x".repeat(43)}`,
      `${session}=${token}x`,
      `${session}=${token}; ${session}=${token.toLowerCase()}`,
      `x${session}=${token}`,
    ])
      expect([Cookie, (await http.get("/sign_in", { headers: { Cookie } })).text]).toEqual([
        Cookie,
        expect.not.stringContaining("signed in as"),
      ]);
  });

  it("opens no resource of the API", async () => {
    const browser = await signedIn();
    const answer = await browser.get("/users/me", { Accept: "*/*" });
    expect(answer.status).toBe(403);
  });
});

describe("a session", () => {
  it("belongs to one browser, and to its own user", async () => {
    const [one, other] = [await signedIn(buyer), await signedIn(seller)];
    expect([await whoIs(one), await whoIs(other), await whoIs(browserOf(http))]).toEqual([
      buyer.nickname,
      seller.nickname,
      undefined,
    ]);
  });

  it("ends with the sign-out, also for a copied cookie", async () => {
    const browser = await signedIn();
    const [copy, otherSession] = [copyOf(browser), await signedIn()];
    const answer = await signOut(browser);
    expect([answer.status, answer.headers.location]).toEqual([302, "/sign_in"]);
    expect(browser.cookies.has(session)).toBe(false);
    expect([await whoIs(browser), await whoIs(copy), await whoIs(otherSession)]).toEqual([
      undefined,
      undefined,
      buyer.nickname,
    ]);
    expect((await copy.post("/sign_out", {})).status).toBe(302);
  });

  it("ends after half an hour without use, not with use", async () => {
    const [used, unused] = [await signedIn(), await signedIn()];
    for (let times = 0; times < 3; times += 1) {
      clock.advance(29 * minute);
      expect(await whoIs(used)).toBe(buyer.nickname);
    }
    expect(await whoIs(unused)).toBeUndefined();
    clock.advance(30 * minute);
    expect(await whoIs(used)).toBeUndefined();
  });

  it("ends twelve hours after the sign-in, whatever the use", async () => {
    const browser = await signedIn();
    for (let hours = 0; hours < 12 * 4 - 1; hours += 1) {
      clock.advance(15 * minute);
      expect(await whoIs(browser)).toBe(buyer.nickname);
    }
    clock.advance(15 * minute);
    expect(await whoIs(browser)).toBeUndefined();
  });

  it("has a new token with each sign-in: one that somebody planted beforehand is nobody's", async () => {
    const attacker = await signedIn(seller);
    const victim = copyOf(attacker);
    expect((await victim.signIn(buyer.nickname, buyer.password)).status).toBe(302);
    expect(await whoIs(victim)).toBe(buyer.nickname);
    for (const name of [session, "marketplace_browser"])
      expect(victim.cookies.get(name)).not.toBe(attacker.cookies.get(name));
    // The planted session ended with the new one.
    expect(await whoIs(attacker)).toBeUndefined();
  });

  it("ends everywhere when all sessions of the user are ended, and their browsers are forgotten", async () => {
    const [one, two, other] = [await signedIn(operator), await signedIn(operator), await signedIn()];
    await deps.sessions.endAll(operator.id);
    expect([await whoIs(one), await whoIs(two), await whoIs(other)]).toEqual([
      undefined,
      undefined,
      buyer.nickname,
    ]);
    expect(await rows("SELECT FROM known_browsers WHERE user_id = $1", [operator.id])).toEqual([]);
  });

  it("goes with its user", async () => {
    const browser = await signedIn(demo.users.new_user_mla);
    await rows("DELETE FROM token_families WHERE user_id = $1", [demo.users.new_user_mla.id]);
    await rows("DELETE FROM users WHERE id = $1", [demo.users.new_user_mla.id]);
    expect(await whoIs(browser)).toBeUndefined();
  });

  it("can be begun without the password that was verified", async () => {
    const cookies = await startSession(
      deps,
      { id: seller.id },
      // Only the headers are read.
      { method: "password+elsewhere", request: { headers: {} } as never },
    );
    const browser = browserOf(http);
    for (const cookie of cookies ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      browser.cookies.set(name, value);
    }
    expect(await whoIs(browser)).toBe(seller.nickname);
  });
});

describe("the token of a session in use", () => {
  it("changes every ten minutes; the one before is taken for another minute", async () => {
    const browser = await signedIn();
    const before = copyOf(browser);
    clock.advance(10 * minute);
    expect(await whoIs(browser)).toBe(buyer.nickname);
    expect(browser.cookies.get(session)).not.toBe(before.cookies.get(session));
    expect(browser.lastSet).toEqual([expect.stringContaining(`${session}=`)]);
    clock.advance(minute);
    expect(await whoIs(before)).toBe(buyer.nickname);
    expect(before.lastSet).toEqual([]);
  });

  it("was copied when it comes back later: the session ends for both", async () => {
    const browser = await signedIn();
    const thief = copyOf(browser);
    clock.advance(10 * minute);
    expect(await whoIs(browser)).toBe(buyer.nickname);
    clock.advance(minute + 1);
    expect(await whoIs(thief)).toBeUndefined();
    expect(await whoIs(browser)).toBeUndefined();
  });

  it("changes once for requests side by side, and all of them are answered", async () => {
    const browser = await signedIn();
    clock.advance(10 * minute);
    const tabs = Array.from({ length: 8 }, () => copyOf(browser));
    const seen = await Promise.all(tabs.map(whoIs));
    expect(seen).toEqual(tabs.map(() => buyer.nickname));
    expect(tabs.filter(({ lastSet }) => lastSet.length > 0)).toHaveLength(1);
  });

  it("does not make a form that was opened before it out of date", async () => {
    const browser = await signedIn();
    const page = await browser.get("/sign_in");
    clock.advance(10 * minute);
    expect(await whoIs(browser)).toBe(buyer.nickname);
    expect((await browser.post("/sign_out", hiddenIn(page, "/sign_out"))).status).toBe(302);
    expect(await whoIs(browser)).toBeUndefined();
  });
});

describe("many replicas", () => {
  it("share sessions", async () => {
    const browser = await signedIn();
    const token = browser.cookies.get(session) ?? "";
    expect(await other.sessions.find(token)).toMatchObject({ session: { userId: buyer.id } });
    await other.sessions.endAll(buyer.id);
    expect(await whoIs(browser)).toBeUndefined();
  });
});

describe("the purge", () => {
  it("deletes sessions that ended by themselves, and browsers after ninety days", async () => {
    await deps.sessions.endAll(buyer.id);
    const old = await signedIn();
    clock.advance(31 * minute);
    const present = await signedIn();
    await deps.purge();
    const hashes = [old, present].map(({ cookies }) => hashOf(cookies.get(session) ?? ""));
    expect(await rows("SELECT token_hash FROM sessions WHERE user_id = $1", [buyer.id])).toEqual([
      { token_hash: hashes[1] },
    ]);
    expect(await rows("SELECT FROM known_browsers WHERE user_id = $1", [buyer.id])).toHaveLength(2);
    clock.advance(90 * 86_400_000 + 1);
    await deps.purge();
    expect(await rows("SELECT FROM known_browsers")).toEqual([]);
    expect(await rows("SELECT FROM sessions")).toEqual([]);
  });
});
