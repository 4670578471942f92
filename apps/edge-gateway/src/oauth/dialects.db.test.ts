import { expectErrorBody } from "@marketplace/testkit";
import { beforeEach, describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";

const { http, demo } = await startGateway();
const { client_id, client_secret } = demo.applications.default;
const client = { client_id, client_secret };

const query = (fields: Record<string, string>) => `/oauth/token?${new URLSearchParams(fields)}`;
const typed = (type: string) => ({ "Content-Type": type });
const form = "application/x-www-form-urlencoded";

/** What every dialect sends, in its way. */
let fields: Record<string, string>;
const formText = () => new URLSearchParams(fields).toString();

function multipart(parts: Record<string, string>) {
  const boundary = "------------------------d74496d66958873e";
  const lines = Object.entries(parts).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const headers = typed(`multipart/form-data; boundary=${boundary}`);
  return { headers, body: `${lines.join("")}--${boundary}--\r\n` };
}

const dialects: [what: string, send: () => Promise<{ status: number; json<T>(): T }>][] = [
  ["the query, and no body at all (the .NET SDK)", () => http.post(query(fields))],
  [
    "the query, with an empty body called JSON",
    () => http.post(query(fields), { headers: typed("application/json"), body: "" }),
  ],
  [
    "the query, with an empty body called text",
    () => http.post(query(fields), { headers: typed("text/plain"), body: "" }),
  ],
  [
    "the query, and the same as a form called JSON (the Python SDK)",
    () => http.post(query(fields), { headers: typed("application/json"), body: formText() }),
  ],
  [
    "the query, and the same as a form (the Ruby SDK)",
    () => http.post(query(fields), { headers: typed(form), body: formText() }),
  ],
  [
    "the query, with a body that is no JSON",
    () => http.post(query(fields), { headers: typed("application/json"), body: "{" }),
  ],
  [
    "the query, with a body of another type",
    () => http.post(query(fields), { headers: typed("application/octet-stream"), body: "\u0000\u00ff" }),
  ],
  [
    "a form called JSON",
    () => http.post("/oauth/token", { headers: typed("application/json"), body: formText() }),
  ],
  [
    "JSON called a form (axios with a form's header)",
    () => http.post("/oauth/token", { headers: typed(form), body: JSON.stringify(fields) }),
  ],
  ["multipart (curl of the PHP SDK)", () => http.post("/oauth/token", multipart(fields))],
];

describe("a token request in the dialects of public clients", () => {
  let refresh_token: string;
  beforeEach(async () => {
    const first = await http.post(query({ grant_type: "client_credentials", ...client }));
    ({ refresh_token } = first.json<{ refresh_token: string }>());
  });

  it.each(dialects)("asks for the owner's tokens by %s", async (_, send) => {
    fields = { grant_type: "client_credentials", ...client };
    expect((await send()).status).toBe(200);
  });

  it.each(dialects)("refreshes by %s", async (_, send) => {
    fields = { grant_type: "refresh_token", ...client, refresh_token };
    const answer = await send();
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ refresh_token: expect.stringMatching(/^TG-/) });
    expect((await send()).json()).toMatchObject({ error: "invalid_grant" });
  });
});

describe("a field of JSON", () => {
  const asked = (more: object) => {
    const body = { grant_type: "client_credentials", ...client, ...more };
    return http.post("/oauth/token", { headers: typed("application/json"), body: JSON.stringify(body) });
  };

  it("that no token request has is ignored, whatever it is", async () => {
    const answer = await asked({ debug: true, scopes: ["read"], meta: { a: 1 }, constructor: {} });
    expect(answer.status).toBe(200);
  });

  it("of a parameter must be text", async () => {
    expectErrorBody(await asked({ scope: ["read"] }), {
      status: 400,
      error: "invalid_request",
      message: "scope must be a string",
      extraFields: ["error_description"],
    });
  });
});

describe("a token request that contradicts itself is refused", () => {
  const ask = { grant_type: "client_credentials", ...client };
  const other = { ...ask, grant_type: "refresh_token" };
  const twice = (text: string) => `${text}&grant_type=refresh_token`;
  it.each<[string, () => Promise<{ status: number }>]>([
    [
      "as a form beside the query",
      () => http.post(query(ask), { headers: typed(form), body: formOf(other) }),
    ],
    [
      "as a form called JSON",
      () => http.post(query(ask), { headers: typed("application/json"), body: formOf(other) }),
    ],
    [
      "as JSON called a form",
      () => http.post(query(ask), { headers: typed(form), body: JSON.stringify(other) }),
    ],
    ["as multipart", () => http.post(query(ask), multipart(other))],
    ["twice in the query", () => http.post(twice(query(ask)))],
    [
      "twice in a form called JSON",
      () => http.post("/oauth/token", { headers: typed("application/json"), body: twice(formOf(ask)) }),
    ],
  ])("%s", async (_, send) => {
    expectErrorBody((await send()) as never, {
      status: 400,
      error: "invalid_request",
      extraFields: ["error_description"],
    });
  });

  it.each([
    ["text/plain", formOf(ask)],
    ["application/json", "{"],
    ["multipart/form-data", "no boundary"],
  ])("and so is one whose body alone could say what it wants, as %s", async (type, body) => {
    const answer = await http.post("/oauth/token", { headers: typed(type), body });
    expectErrorBody(answer, { status: 400, error: "invalid_request", extraFields: ["error_description"] });
  });
});

function formOf(values: Record<string, string>): string {
  return new URLSearchParams(values).toString();
}
