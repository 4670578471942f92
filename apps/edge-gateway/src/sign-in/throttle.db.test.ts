import { expectProblem } from "@marketplace/testkit";
import { beforeEach, describe, expect, it } from "vitest";
import { anotherGateway, startGateway } from "../gateway.fixture.ts";
import { alertOf, browserOf, hiddenIn } from "./browser.fixture.ts";

// Addresses of clients are those that this proxy names.
const gateway = await startGateway({
  config: { signIn: "password", trustedProxies: (address) => address === "127.0.0.1" },
});
const { http, demo, deps, clock, rows } = gateway;
const { deps: other } = await anotherGateway(gateway);
const { buyer_mla: buyer, seller_mla: seller } = demo.users;
const day = 86_400_000;

/** A browser at an address of its own. */
let last = 0;
function somewhere(address?: string) {
  last += 1;
  return browserOf(http, { "X-Forwarded-For": address ?? `203.0.113.${last}` });
}
const fails = (login: string, browser = somewhere()) => browser.signIn(login, "a wrong password");
const statusesOf = async (login: string, times: number): Promise<number[]> => {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push((await fails(login)).status);
  return statuses;
};

// Each test begins with nothing counted.
beforeEach(() => {
  last = 0;
  clock.advance(2 * day);
});

describe("failures in the name of an account", () => {
  it("block it after the fifth, from wherever they came, with 429 and Retry-After", async () => {
    expect(await statusesOf(buyer.nickname, 7)).toEqual([403, 403, 403, 403, 403, 429, 429]);
    const right = await somewhere().signIn(buyer.nickname, buyer.password);
    expect([right.status, right.headers["retry-after"]]).toEqual([429, "30"]);
    expect(alertOf(right)).toBe("Too many attempts. Try again in 30 seconds.");
    clock.advance(30_000);
    expect((await somewhere().signIn(buyer.nickname, buyer.password)).status).toBe(302);
    // It counts again from there.
    expect(await statusesOf(buyer.nickname, 6)).toEqual([403, 403, 403, 403, 403, 429]);
  });

  it("block an unknown user and one without a password in the same way", async () => {
    const [nobody] = await rows<{ nickname: string }>(
      "SELECT nickname FROM users WHERE password IS NULL LIMIT 1",
    );
    for (const login of ["NOBODY_AT_ALL", "nobody@example.com", nobody?.nickname ?? ""]) {
      expect(await statusesOf(login, 6)).toEqual([403, 403, 403, 403, 403, 429]);
      const answer = await fails(login.toLowerCase());
      expect([login, answer.headers["retry-after"], alertOf(answer)]).toEqual([
        login,
        "30",
        "Too many attempts. Try again in 30 seconds.",
      ]);
    }
  });

  it("count together for all spellings that Postgres takes for one name", async () => {
    const id = demo.users.seller_mlc.id;
    await rows("UPDATE users SET nickname = $2 WHERE id = $1", [id, "İSTANBUL SHOP"]);
    const [found] = await rows<{ lower: string }>("SELECT lower($1) AS lower", ["İSTANBUL SHOP"]);
    const spellings = ["İSTANBUL SHOP", found?.lower ?? ""];
    const statuses = [];
    for (let round = 0; round < 3; round += 1)
      for (const login of spellings) statuses.push((await fails(login)).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
  });

  it("wait longer each time, and never longer than a quarter of an hour", async () => {
    await statusesOf(seller.nickname, 4);
    const waits: number[] = [];
    for (let time = 0; time < 8; time += 1) {
      expect((await fails(seller.nickname)).status).toBe(403);
      const wait = Number((await fails(seller.nickname)).headers["retry-after"]);
      waits.push(wait);
      clock.advance(wait * 1_000);
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
    expect((await somewhere().signIn(seller.nickname, seller.password)).status).toBe(302);
  });

  it("do not lock the user out of a browser that they signed in with before", async () => {
    const [own, shared] = [somewhere(), "198.51.100.7"];
    await own.signIn(buyer.nickname, buyer.password);
    await statusesOf(buyer.nickname, 6);
    for (let time = 0; time < 30; time += 1) await fails(`nobody-${time}`, somewhere(shared));
    expect((await own.signIn(buyer.nickname, buyer.password)).status).toBe(302);
    // A stranger with a browser of their own is still blocked.
    const stranger = somewhere();
    await stranger.signIn(seller.nickname, seller.password);
    expect((await stranger.signIn(buyer.nickname, buyer.password)).status).toBe(429);
  });

  it("in that browser are counted, too", async () => {
    const own = somewhere();
    await own.signIn(buyer.nickname, buyer.password);
    for (let time = 0; time < 5; time += 1) expect((await fails(buyer.nickname, own)).status).toBe(403);
    expect((await own.signIn(buyer.nickname, buyer.password)).status).toBe(429);
    expect((await somewhere().signIn(buyer.nickname, buyer.password)).status).toBe(302);
  });

  it("side by side are all counted, on any replica", async () => {
    const account = [{ kind: "account" as const, text: "side by side" }];
    const admissions = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? deps : other).throttle.admit(account)),
    );
    expect(admissions.filter(({ kind }) => kind === "attempt")).toHaveLength(5);
  });
});

describe("failures of an address", () => {
  it("block it after the twentieth, whatever the names; other addresses go on", async () => {
    const address = "198.51.100.8";
    for (let time = 0; time < 20; time += 1)
      expect([time, (await fails(`nobody-${time}`, somewhere(address))).status]).toEqual([time, 403]);
    const blocked = await fails("another", somewhere(address));
    expect([blocked.status, blocked.headers["retry-after"]]).toEqual([429, "15"]);
    expect((await fails("another", somewhere("198.51.100.9"))).status).toBe(403);
    clock.advance(15_000);
    expect((await fails("another", somewhere(address))).status).toBe(403);
  });

  it("are those of its whole network, where it is IPv6", async () => {
    for (let time = 0; time < 20; time += 1)
      await fails(`nobody-${time}`, somewhere(`2001:db8::${time + 1}`));
    expect((await fails("another", somewhere("2001:db8::ffff"))).status).toBe(429);
    expect((await fails("another", somewhere("2001:db8:0:1::1"))).status).toBe(403);
  });

  it("are not forgiven by a success of one's own, nor is a success a failure", async () => {
    const address = "198.51.100.10";
    for (let time = 0; time < 19; time += 1) await fails(`nobody-${time}`, somewhere(address));
    for (let time = 0; time < 3; time += 1)
      expect((await somewhere(address).signIn(seller.nickname, seller.password)).status).toBe(302);
    expect((await fails("another", somewhere(address))).status).toBe(403);
    expect((await fails("another", somewhere(address))).status).toBe(429);
  });
});

describe("a blocked attempt", () => {
  it("is told to programs in the standard body", async () => {
    await statusesOf("NOBODY_AT_ALL", 5);
    const browser = somewhere();
    const page = await browser.get("/sign_in");
    const fields = { ...hiddenIn(page, "/sign_in"), login: "NOBODY_AT_ALL", password: "x" };
    const answer = await browser.post("/sign_in", fields, { Accept: "*/*" });
    expectProblem(answer, 429, "too_many_requests");
    expect(answer.headers["retry-after"]).toBe("30");
  });

  it("is not verified, and lengthens nothing", async () => {
    await statusesOf(buyer.nickname, 5);
    clock.advance(29_000);
    expect(await statusesOf(buyer.nickname, 10)).toEqual(Array(10).fill(429));
    clock.advance(1_000);
    expect((await fails(buyer.nickname)).status).toBe(403);
  });
});

describe("what is stored of failures", () => {
  it("does not grow by the names that a blocked address tries", async () => {
    const count = async () => (await rows("SELECT FROM sign_in_throttles")).length;
    for (let time = 0; time < 20; time += 1) await fails(`nobody-${time}`, somewhere("198.51.100.12"));
    const before = await count();
    for (let time = 0; time < 5; time += 1)
      expect((await fails(`another-${time}`, somewhere("198.51.100.12"))).status).toBe(429);
    expect(await count()).toBe(before);
  });

  it("names nobody, and is purged when it is forgiven", async () => {
    await fails(buyer.nickname, somewhere("198.51.100.11"));
    const stored = JSON.stringify(await rows("SELECT * FROM sign_in_throttles"));
    for (const name of [buyer.nickname, buyer.nickname.toLowerCase(), "198.51.100"])
      expect(stored).not.toContain(name);
    clock.advance(day + 1);
    await deps.purge();
    expect(await rows("SELECT * FROM sign_in_throttles")).toEqual([]);
  });
});
