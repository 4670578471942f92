import { Meli } from "mercadolibre";
import { config } from "mercadolibre/config.js";
import { describe, expect, it } from "vitest";
import { baseUrl } from "../api/api.ts";
import { users } from "../api/world.ts";
import { allow, clientId, clientSecret, redirectUri } from "./consent.ts";
import { type Library, walkthrough } from "./walkthrough.ts";

Object.assign(config, {
  api_root_url: baseUrl,
  oauth_url: `${baseUrl}/oauth/token`,
  auth_url: `${baseUrl}/authorization`,
});

const answerOf = (call: (callback: (error: unknown, body: unknown) => void) => void): Promise<unknown> =>
  new Promise((resolve, reject) => {
    call((error, body) => (error ? reject(error) : resolve(body)));
  });

/** The library sends the token as `?access_token=` and does not expose it. */
function library(): Library {
  const meli = new Meli(clientId, clientSecret);
  return {
    login: (code, redirect) => answerOf((done) => meli.authorize(code, redirect, done)),
    refresh: () => answerOf((done) => meli.refreshAccessToken(done)),
    get: (path, params = {}) => answerOf((done) => meli.get(path, params, done)),
    post: (path, body) => answerOf((done) => meli.post(path, body, {}, done)),
    put: (path, body) => answerOf((done) => meli.put(path, body, {}, done)),
    remove: (path) => answerOf((done) => meli.delete(path, {}, done)),
  };
}

describe("mercadolibre", () => {
  walkthrough(library);

  it("redirects its user to the consent page", async () => {
    const address = new Meli(clientId, clientSecret).getAuthURL(redirectUri);
    expect(await allow(users.buyer_mla, address.replace(baseUrl, ""))).toMatch(/./);
  });
});
