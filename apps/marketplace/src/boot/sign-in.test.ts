import { describe, expect, it } from "vitest";
import { readConfig } from "../config.ts";
import type { Demo } from "./demo.ts";
import { sandboxOf, signInOf } from "./sign-in.ts";

const user = { id: 1, nickname: "A", site_id: "MLA", access_token: "APP_USR-1-x-1" };
const demo: Demo = { users: { buyer_mla: user }, applications: {}, tokens: {}, fixtures: {} };
const empty: Demo = { users: {}, applications: {}, tokens: {}, fixtures: {} };
const signIn = (env: NodeJS.ProcessEnv, data: Demo = demo) => signInOf(readConfig(env, "/base"), data);

describe("sign-in of what start runs", () => {
  it.each([
    {},
    { HOST: "localhost" },
    { HOST: "127.0.0.2" },
    { HOST: "::1" },
    { PUBLIC_URL: "https://[::1]:8443/" },
    { NODE_ENV: "development" },
  ])("is the picker on the demo's data, for this machine: %j", (env) => {
    expect(signIn(env)).toBe("picker");
  });

  it.each([
    { HOST: "0.0.0.0" },
    { HOST: "::" },
    { HOST: "192.168.1.7" },
    { HOST: "127.0.0.1.example" },
    { NODE_ENV: "production" },
    { NODE_ENV: "production", SIGN_IN: "" },
    { PUBLIC_URL: "https://shop.example" },
  ])("asks for passwords where others reach it, and in production: %j", (env) => {
    expect(signIn(env)).toBe("password");
  });

  it("asks for passwords on data that are not the demo's", () => {
    expect(signIn({}, empty)).toBe("password");
  });

  it.each([{}, { HOST: "0.0.0.0" }, { NODE_ENV: "production" }])("is what SIGN_IN names: %j", (env) => {
    expect(signIn({ ...env, SIGN_IN: "password" })).toBe("password");
    expect(signIn({ ...env, SIGN_IN: "picker" })).toBe("picker");
    expect(signIn({ ...env, SIGN_IN: "picker" }, empty)).toBe("picker");
  });

  it("is password or picker: another value of SIGN_IN is refused", () => {
    for (const SIGN_IN of ["on", "true", "PICKER", "none"])
      expect(() => readConfig({ SIGN_IN }, "/base")).toThrow(/^Invalid configuration: SIGN_IN: /);
  });
});

describe("the sandbox that the first page shows", () => {
  const shown = (env: NodeJS.ProcessEnv, data: Demo = demo) => sandboxOf(readConfig(env, "/base"), data);

  it("is the demo's users and applications, where anybody on this machine may be any user", () => {
    for (const env of [{}, { HOST: "::1" }, { PUBLIC_URL: "https://[::1]:8443/" }, { SIGN_IN: "picker" }])
      expect(shown(env)).toEqual({ users: { buyer_mla: user }, applications: {} });
  });

  it.each([
    { HOST: "0.0.0.0" },
    { HOST: "0.0.0.0", SIGN_IN: "picker" },
    { HOST: "192.168.1.7", SIGN_IN: "picker" },
    { NODE_ENV: "production" },
    { NODE_ENV: "production", SIGN_IN: "picker" },
    { SIGN_IN: "password" },
  ])("is nothing where others reach the product, in production, and where users sign in: %j", (env) => {
    expect(shown(env)).toBeUndefined();
  });

  it("is nothing without the demo's data", () => {
    expect(shown({ SIGN_IN: "picker" }, empty)).toBeUndefined();
  });
});
