import { expect, it } from "vitest";
import { readConfig } from "../config.ts";
import { bannerOf } from "./banner.ts";
import type { Demo } from "./demo.ts";
import { signInOf } from "./sign-in.ts";

const user = { id: 1, nickname: "A", site_id: "MLA", access_token: "APP_USR-1-x-1" };
const demo: Demo = { users: { buyer_mla: user }, applications: {}, tokens: {}, fixtures: {} };

/** The line of the banner that says how users sign in. */
function signInLine(env: NodeJS.ProcessEnv): string[] {
  const signIn = signInOf(readConfig(env, "/base"), demo);
  const banner = bannerOf({ baseUrl: "http://127.0.0.1:8080", sandboxFile: "sandbox.json", demo, signIn });
  return banner.split("\n").filter((line) => line.includes("SIGN_IN="));
}

it.each<[NodeJS.ProcessEnv, string, RegExp]>([
  [{}, "picker", /anybody who reaches this address may be any user, without a password/],
  [{ NODE_ENV: "production", SIGN_IN: "picker" }, "picker", /anybody/],
  [{ NODE_ENV: "production" }, "password", /users sign in with nickname or e-mail and password/],
  [{ HOST: "0.0.0.0" }, "password", /password/],
  [{ PUBLIC_URL: "https://shop.example" }, "password", /password/],
  [{ SIGN_IN: "oidc" }, "oidc", /OpenID Connect issuer/],
])("the banner of %j says that sign-in is %s, once", (env, way, meaning) => {
  expect(signInLine(env)).toEqual([expect.stringMatching(meaning)]);
  expect(signInLine(env)[0]).toContain(`(SIGN_IN=${way})`);
});

it("the banner says where the console and the documentation are", () => {
  const baseUrl = "http://127.0.0.1:8080";
  const banner = bannerOf({ baseUrl, sandboxFile: "sandbox.json", demo, signIn: "picker" });
  expect(banner).toContain(`${baseUrl}/console\n`);
  expect(banner).toContain(`${baseUrl}/docs\n`);
});
