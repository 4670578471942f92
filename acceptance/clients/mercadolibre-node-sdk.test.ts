import { createRequire } from "node:module";
import { describe, expect, it, vi } from "vitest";
import { baseUrl } from "../api/api.ts";
import { users } from "../api/world.ts";
import { allow, clientId, clientSecret, redirectUri } from "./consent.ts";
import { type Library, walkthrough } from "./walkthrough.ts";

type Callback = (error: unknown, body: unknown) => void;
/** The library has no types; these are of what the tests use. */
interface Meli {
  accessToken: string | undefined;
  getAuthURL(redirectUri: string): string;
  authorize(code: string, redirectUri: string, callback: Callback): void;
  refreshAccessToken(callback: Callback): void;
  get(path: string, params: object, callback: Callback): void;
  post(path: string, body: object, params: object, callback: Callback): void;
  put(path: string, body: object, params: object, callback: Callback): void;
  delete(path: string, params: object, callback: Callback): void;
}

// The library reads its addresses from the environment when it is loaded.
vi.stubEnv("ML_API_ROOT_URL", baseUrl);
vi.stubEnv("ML_AUTH_URL", `${baseUrl}/authorization`);
vi.stubEnv("ML_OAUTH_URL", `${baseUrl}/oauth/token`);
const load = createRequire(import.meta.url);
const { default: Meli }: { default: new (clientId: string, clientSecret: string) => Meli } =
  load("mercadolibre-node-sdk");

const answerOf = (call: (callback: Callback) => void): Promise<unknown> =>
  new Promise((resolve, reject) => {
    call((error, body) => (error ? reject(error) : resolve(body)));
  });

/** The library joins a path and its parameters as they are, and leaves the token to its user. */
function library(): Library {
  const meli = new Meli(clientId, clientSecret);
  const token = () => ({ access_token: meli.accessToken ?? "" });
  return {
    login: (code, redirect) => answerOf((done) => meli.authorize(code, redirect, done)),
    refresh: () => answerOf((done) => meli.refreshAccessToken(done)),
    get: (path, params = {}) => answerOf((done) => meli.get(`${path}?`, { ...params, ...token() }, done)),
    post: (path, body) => answerOf((done) => meli.post(`${path}?`, body, token(), done)),
    put: (path, body) => answerOf((done) => meli.put(`${path}?`, body, token(), done)),
    remove: (path) => answerOf((done) => meli.delete(`${path}?`, token(), done)),
  };
}

describe("mercadolibre-node-sdk", () => {
  walkthrough(library);

  it("redirects its user to the consent page", async () => {
    const address = new Meli(clientId, clientSecret).getAuthURL(redirectUri);
    expect(await allow(users.buyer_mla, address.replace(baseUrl, ""))).toMatch(/./);
  });
});
