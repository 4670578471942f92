import { expect, test } from "vitest";
import { maskBody, maskHeader, maskParameters } from "./secrets.ts";

const token = "APP_USR-31-0a0b0c0d0e0f-42";
const grant = "TG-0a0b0c0d0e0f0a0b-42";

test.each([
  ["Authorization", `Bearer ${token}`, "Bearer APP_USR-31-***-42"],
  ["Authorization", "Bearer something else", "Bearer ***"],
  ["authorization", "Basic MTI6c2VjcmV0", "Basic ***"],
  ["Authorization", "Bearer SBX-abcdefgh_-1", "Bearer SBX-***"],
  ["Cookie", "session=abc; other=d", "session=***; other=***"],
  ["Set-Cookie", "session=abc; Path=/; HttpOnly", "session=***; Path=/; HttpOnly"],
  ["Location", `https://a.example/back?code=${grant}&state=x`, "https://a.example/back?code=***&state=x"],
  ["Accept", "application/json", "application/json"],
])("the header %s: %s", (name, value, shown) => {
  expect(maskHeader(name, value)).toBe(shown);
});

test.each([
  [`/users/me?access_token=${token}`, "/users/me?access_token=***"],
  ["/x?acc%65ss_token=abc&q=1", "/x?acc%65ss_token=***&q=1"],
  ["/oauth/token?client_id=1&client_secret=abc", "/oauth/token?client_id=1&client_secret=***"],
  [`/x/${token}/y`, "/x/APP_USR-31-***-42/y"],
])("the target %s", (target, shown) => {
  expect(maskParameters(target)).toBe(shown);
});

test("forms", () => {
  const form = `grant_type=refresh_token&refresh_token=${grant}&client_secret=a%2Bb&password=p&code=1`;
  const type = "application/x-www-form-urlencoded";
  expect(maskBody(form, type, "request")).toBe(
    "grant_type=refresh_token&refresh_token=***&client_secret=***&password=***&code=***",
  );
});

test("JSON, whole or cut; codes of errors stay", () => {
  const type = "application/json";
  const shown = (text: string, of: "request" | "answer" = "answer") => maskBody(text, type, of);
  expect(shown(`{"access_token":"x\\"y","refresh_token" : "z","user_id":1}`)).toBe(
    `{"access_token":"***","refresh_token" : "***","user_id":1}`,
  );
  expect(shown(`{"client_secret":"abc`)).toBe(`{"client_secret":"***"`);
  expect(shown(`{"text":"${token.slice(0, 18)}`)).toBe(`{"text":"APP_USR-31-***`);
  expect(shown(`{"cause":[{"code":"too_small"}]}`)).toBe(`{"cause":[{"code":"too_small"}]}`);
  expect(shown(`{"code":"123456"}`, "request")).toBe(`{"code":"***"}`);
  expect(shown(`{"recovery_codes":["a","b"],"n":1}`)).toBe(`{"recovery_codes":["***"],"n":1}`);
  expect(shown(`{"webhook":"whsec_abc/+=="}`)).toBe(`{"webhook":"whsec_***"}`);
});
