import type { Answer } from "@marketplace/testkit";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { type Gateway, startGateway } from "../gateway.fixture.ts";
import { browserOf } from "./browser.fixture.ts";
import { startFakeIssuer } from "./oidc/fake-issuer.fixture.ts";
import { signInsAt } from "./oidc/oidc.fixture.ts";

const issuer = await startFakeIssuer();
const withIssuer = await startGateway({ config: issuer.settings });
const withPasswords = await startGateway({ config: { signIn: "password" } });

type Begin = () => Promise<Answer>;

/** Runs two requests at once that both want the rows of `lock`, in the order that they are given in. */
async function inOrder({ config }: Gateway, lock: string, both: [Begin, Begin]): Promise<Answer[]> {
  const sessionOf = () => new pg.Client({ connectionString: config.databaseDirectUrl });
  // What holds locks, and what watches: inside a transaction the watcher would see its beginning only.
  const [holder, watcher] = [sessionOf(), sessionOf()];
  await Promise.all([holder.connect(), watcher.connect()]);
  const waiting = async (): Promise<number> => {
    const { rows } = await watcher.query(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rows[0].n;
  };
  try {
    await holder.query("BEGIN");
    await holder.query(`${lock} FOR UPDATE`);
    const begun: Promise<Answer>[] = [];
    for (const begin of both) {
      begun.push(begin());
      await expect.poll(waiting).toBe(begun.length);
    }
    await holder.query("COMMIT");
    return await Promise.all(begun);
  } finally {
    await Promise.all([holder.end(), watcher.end()]);
  }
}

const sessionsOf = async ({ rows }: Gateway, userId: number): Promise<number> =>
  (await rows("SELECT FROM sessions WHERE user_id = $1", [userId])).length;

describe("a person who signs in while the link to their user is taken back", () => {
  const { http, demo, bearer } = withIssuer;
  const { begin, newBrowser, link } = signInsAt(withIssuer, issuer);
  const user = demo.users.buyer_mla;
  let count = 0;

  /** Somebody on their way back from the issuer, and an operator who takes the link back. */
  async function both(): Promise<{ signIn: Begin; unlink: Begin }> {
    count += 1;
    const [sub, browser] = [`person-${count}`, newBrowser()];
    const identity = await link(user.id, sub);
    const back = issuer.signIn(await begin(browser), { sub });
    const path = `/users/${user.id}/identities/${identity?.id}`;
    return {
      signIn: () => browser.get(back),
      unlink: () => http.delete(`${path}?revoke_tokens=false`, bearer("operator")),
    };
  }

  it("is signed out again when they come first", async () => {
    const { signIn, unlink } = await both();
    const [signedIn, unlinked] = await inOrder(withIssuer, "SELECT FROM identities", [signIn, unlink]);
    expect([signedIn?.status, unlinked?.status]).toEqual([302, 204]);
    expect(await sessionsOf(withIssuer, user.id)).toBe(0);
  });

  it("is not signed in when they come second", async () => {
    const { signIn, unlink } = await both();
    const [unlinked, signedIn] = await inOrder(withIssuer, "SELECT FROM identities", [unlink, signIn]);
    expect([unlinked?.status, signedIn?.status]).toEqual([204, 403]);
    expect(await sessionsOf(withIssuer, user.id)).toBe(0);
  });

  it("has no session afterwards, in any order", async () => {
    for (let round = 0; round < 12; round++) {
      const { signIn, unlink } = await both();
      const [signedIn, unlinked] = await Promise.all([signIn(), unlink()]);
      expect(unlinked.status).toBe(204);
      expect([302, 403]).toContain(signedIn.status);
      expect(await sessionsOf(withIssuer, user.id)).toBe(0);
    }
  });
});

describe("a user who signs in while their password is changed", () => {
  const { http, demo, bearer } = withPasswords;
  const { id, nickname } = demo.users.buyer_mla;
  const change = (password: string): Promise<Answer> =>
    http.put(`/users/${id}/password`, { ...bearer("operator"), body: { password, revoke_tokens: false } });
  const present = { password: demo.users.buyer_mla.password };

  /** A sign-in with the present password, and an operator who sets another one. */
  function both(): { signIn: Begin; setPassword: Begin } {
    const { password } = present;
    const next = `the next password ${crypto.randomUUID()}`;
    present.password = next;
    return {
      signIn: () => browserOf(http).signIn(nickname, password),
      setPassword: () => change(next),
    };
  }

  it("is signed out again when they come first", async () => {
    const { signIn, setPassword } = both();
    const lock = `SELECT FROM users WHERE id = ${id}`;
    const [signedIn, changed] = await inOrder(withPasswords, lock, [signIn, setPassword]);
    expect([signedIn?.status, changed?.status]).toEqual([302, 200]);
    expect(await sessionsOf(withPasswords, id)).toBe(0);
  });

  it("is not signed in when they come second", async () => {
    const { signIn, setPassword } = both();
    const lock = `SELECT FROM users WHERE id = ${id}`;
    const [changed, signedIn] = await inOrder(withPasswords, lock, [setPassword, signIn]);
    expect([changed?.status, signedIn?.status]).toEqual([200, 403]);
    expect(await sessionsOf(withPasswords, id)).toBe(0);
  });

  it("has no session afterwards, in any order", async () => {
    for (let round = 0; round < 6; round++) {
      const { signIn, setPassword } = both();
      const [signedIn, changed] = await Promise.all([signIn(), setPassword()]);
      expect(changed.status).toBe(200);
      expect([302, 403]).toContain(signedIn.status);
      expect(await sessionsOf(withPasswords, id)).toBe(0);
    }
  });
});

describe("a user who allows an application while their password is changed", () => {
  const { http, demo, bearer } = withPasswords;
  const { id, nickname } = demo.users.seller_mla;
  const { client_id, redirect_uri } = demo.applications.default;
  const link = `/authorization?${new URLSearchParams({ response_type: "code", client_id, redirect_uri })}`;
  const present = { password: demo.users.seller_mla.password };

  /** A user at the consent page, and an operator who sets another password. */
  async function both(): Promise<{ allow: Begin; setPassword: Begin }> {
    const browser = browserOf(http);
    await browser.signIn(nickname, present.password);
    const page = await browser.get(link);
    present.password = `the next password ${crypto.randomUUID()}`;
    const body = { password: present.password, revoke_tokens: false };
    return {
      allow: () => browser.submit(page, "/authorization", { decision: "allow" }),
      setPassword: () => http.put(`/users/${id}/password`, { ...bearer("operator"), body }),
    };
  }
  const codes = async () =>
    (await withPasswords.rows("SELECT FROM grants WHERE user_id = $1 AND used_at IS NULL", [id])).length;
  const sessions = `SELECT FROM sessions WHERE user_id = ${id}`;

  it("leaves no code when they come first", async () => {
    const { allow, setPassword } = await both();
    const [allowed, changed] = await inOrder(withPasswords, sessions, [allow, setPassword]);
    expect([allowed?.headers.location, changed?.status]).toEqual([expect.stringContaining("code="), 200]);
    expect(await codes()).toBe(0);
  });

  it("is sent to sign in again when they come second", async () => {
    const { allow, setPassword } = await both();
    const [changed, allowed] = await inOrder(withPasswords, sessions, [setPassword, allow]);
    expect([changed?.status, allowed?.headers.location]).toEqual([
      200,
      expect.stringMatching(/^\/sign_in\?/),
    ]);
    expect(await codes()).toBe(0);
  });

  it("leaves no code in any order", async () => {
    for (let round = 0; round < 6; round++) {
      const { allow, setPassword } = await both();
      const [, changed] = await Promise.all([allow(), setPassword()]);
      expect(changed.status).toBe(200);
      expect(await codes()).toBe(0);
    }
  });

  it("leaves no code of somebody who became an operator meanwhile", async () => {
    const { allow } = await both();
    const roles = (names: string[]) =>
      http.put(`/users/${id}`, { ...bearer("operator"), body: { roles: names } });
    const lock = `SELECT FROM users WHERE id = ${id}`;
    const [allowed, promoted] = await inOrder(withPasswords, lock, [allow, () => roles(["operator"])]);
    expect([allowed?.headers.location, promoted?.status]).toEqual([expect.stringContaining("code="), 200]);
    expect(await codes()).toBe(0);
    expect((await roles(["seller"])).status).toBe(200);
  });
});
