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

test("secrets of a form are masked", () => {
  const form = `grant_type=refresh_token&refresh_token=${grant}&client_secret=a%2Bb&password=p&code=1`;
  const type = "application/x-www-form-urlencoded";
  expect(maskBody(form, type, "request")).toBe(
    "grant_type=refresh_token&refresh_token=***&client_secret=***&password=***&code=***",
  );
});

test("secrets of JSON are masked, whole or cut; codes of errors stay", () => {
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

const secrets = { grant_type: "client_credentials", client_secret: "s3cret", password: "p4ss", code: "12" };
const asForm = new URLSearchParams(secrets).toString();
const asJson = JSON.stringify(secrets);
const parts = Object.entries(secrets).map(
  ([name, value]) => `--b-1\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
);
const asParts = `${parts.join("")}--b-1--\r\n`;
const multipart = "multipart/form-data; boundary=b-1";

test.each([
  ["a form called JSON", asForm, "application/json"],
  ["JSON called a form", asJson, "application/x-www-form-urlencoded"],
  ["JSON without a type", ` ${asJson}`, ""],
  ["multipart", asParts, multipart],
  ["multipart with a quoted boundary", asParts, `multipart/form-data; boundary="b-1"`],
  ["multipart that is cut", asParts.slice(0, asParts.indexOf("p4ss") + 2), multipart],
  ["multipart called a form", asParts, "application/x-www-form-urlencoded"],
  ["a file of JSON in multipart", `--b-1\r\n\r\n${asJson}\r\n--b-1--`, multipart],
])("the secrets of a request in %s", (_, text, type) => {
  const shown = maskBody(text, type, "request");
  expect(shown).toContain("client_credentials");
  expect(shown).toContain("***");
  for (const secret of ["s3cret", "p4", `"12"`, "=12", "\n12"]) expect(shown).not.toContain(secret);
});

test("parts of multipart stay apart, and those that are no secret stay as they are", () => {
  const shown = maskBody(asParts, multipart, "request");
  expect(shown.split("--b-1")).toHaveLength(6);
  expect(shown).toContain('name="grant_type"\r\n\r\nclient_credentials\r\n--b-1');
  expect(shown).toContain('name="code"\r\n\r\n***\r\n--b-1--\r\n');
});

test("numbers are secrets under the name of one", () => {
  expect(maskBody('{"code":123456,"client_secret":-1.5e3,"n":7}', "", "request")).toBe(
    '{"code":"***","client_secret":"***","n":7}',
  );
});
