import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { Passport } from "passport";
import { MercadoLivreStrategy, MercadoLivreUrls } from "passport-mercadolivre";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { baseUrl, get, post } from "../api/api.ts";
import { users } from "../api/world.ts";
import { pagesOf } from "../identity/sign-in.ts";

const { seller_mla: developer, buyer_mla: buyer } = users;

// The library takes its addresses from this object.
Object.assign(MercadoLivreUrls, {
  authorizationURL: `${baseUrl}/authorization`,
  tokenURL: `${baseUrl}/oauth/token`,
  apiURL: baseUrl,
});

/** The states that the site gave out; each is good for one sign-in. */
function stateStore() {
  const given = new Set<string>();
  return {
    store(_request: object, _meta: object, done: (error: unknown, state: string) => void) {
      const state = crypto.randomUUID();
      given.add(state);
      done(null, state);
    },
    verify: (_request: object, state: string, done: (error: unknown, isKnown: boolean) => void) =>
      done(null, given.delete(state)),
  };
}

/** A site with "sign in with the marketplace", as the library's README shows it. */
function siteWith(application: { clientID: string; clientSecret: string; callbackURL: string }) {
  const strategy = new MercadoLivreStrategy(
    { ...application, store: stateStore() },
    (accessToken, refreshToken, profile, done) => done(null, { accessToken, refreshToken, profile }),
  );
  const passport = new Passport().use(strategy);
  const signIn = passport.authenticate("mercadolivre", { session: false });
  const app = express().use(passport.initialize());
  app.get("/login", signIn);
  app.get("/callback", signIn, (req, res) => res.json((req as { user?: unknown }).user));
  return app;
}

const server = createServer();
const site = { url: "" };

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const callbackURL = `${site.url}/callback`;
  const made = await post("/applications", {
    as: developer,
    body: { name: "A site with Passport", redirect_uris: [callbackURL] },
  });
  expect({ status: made.status, text: made.text }).toMatchObject({ status: 201 });
  const { id, client_secret: clientSecret } = made.json<{ id: number; client_secret: string }>();
  server.on("request", siteWith({ clientID: `${id}`, clientSecret, callbackURL }));
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Walks from the site to the consent page, decides there, and returns where the browser is sent then. */
async function decide(decision: "allow" | "deny"): Promise<string> {
  const login = await fetch(`${site.url}/login`, { redirect: "manual" });
  expect(login.status).toBe(302);
  const browser = pagesOf(baseUrl);
  const page = await browser.get(login.headers.get("location") ?? "");
  expect(page.text).toContain("A site with Passport");
  const answer = await browser.send(page, "/authorization", { user_id: `${buyer.id}`, decision });
  expect(answer.status).toBe(302);
  expect(answer.location.startsWith(`${site.url}/callback?`)).toBe(true);
  return answer.location;
}

interface SignedIn {
  accessToken: string;
  refreshToken: string;
  profile: object;
}

describe("passport-mercadolivre", () => {
  it("signs a user in through the redirects, and reads who they are", async () => {
    const callback = await fetch(await decide("allow"));
    expect(callback.status).toBe(200);
    const { accessToken, refreshToken, profile } = (await callback.json()) as SignedIn;
    const { id, nickname } = buyer;
    expect(profile).toMatchObject({ id, nickname, email: expect.any(String) });
    expect(refreshToken).toMatch(/^TG-/);
    expect((await get("/users/me", { token: accessToken })).json()).toMatchObject({ id });
  });

  it("signs nobody in who refuses", async () => {
    const address = await decide("deny");
    expect(new URL(address).searchParams.get("error")).toBe("access_denied");
    expect((await fetch(address)).status).toBe(401);
  });

  it("signs nobody in with a callback that it did not ask for, or a second time", async () => {
    const address = await decide("allow");
    const foreign = new URL(address);
    foreign.searchParams.set("state", crypto.randomUUID());
    expect((await fetch(foreign)).status).toBe(403);
    expect((await fetch(address)).status).toBe(200);
    expect((await fetch(address)).status).toBe(403);
  });
});
