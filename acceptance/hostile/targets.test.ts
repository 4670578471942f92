import { describe, expect, test } from "vitest";
import { answersIn, bearer, bodyIn, head, isStandardError, say, statusOf, users } from "./sockets.ts";
import { expectWellAfterwards } from "./vitals.ts";

expectWellAfterwards();

const seller = bearer(users.seller_mla);
const get = (target: string, ...headers: string[]): string =>
  `${head(`GET ${target}`, ...headers)}${seller}\r\n`;

const refused: [sentence: string, bytes: string, statuses: number[]][] = [
  ["a percent sign without digits", get("/items/%zz"), [400]],
  ["a percent sign at the end", get("/items/MLA1%"), [400]],
  ["an encoded NUL", get("/items/%00"), [400]],
  ["an overlong slash", get("/items/%c0%af"), [400]],
  ["an overlong dot", get("/%c0%ae%c0%ae/rpc"), [404]],
  ["an encoded surrogate", get("/items/%ed%a0%80"), [400]],
  ["raw bytes over 127 in the path", get("/items/\u00ff\u00fe"), [400]],
  ["bad UTF-8 in a query", get("/sites/MLA/search?q=%ff"), [400]],
  ["a NUL in a query", get("/sites/MLA/search?q=a%00"), [400]],
  ["dots to the inside", get("/users/../rpc"), [404]],
  ["encoded dots to the inside", get("/users/%2e%2e/rpc/authenticate"), [404]],
  ["an encoded slash to the inside", get("/rpc%2Fauthenticate"), [404]],
  ["the inside itself", get("/rpc/authenticate"), [404]],
  ["the inside with a token that is not its secret", get("/rpc/users?input=%7B%7D"), [404]],
  [
    "the inside with a secret that everyone knows",
    get("/rpc/users?input=%7B%7D", "x-marketplace-rpc: local-development-secret"),
    [404],
  ],
  ["two slashes in front", get("//users/me"), [404]],
  ["a backslash", get("/users\\me"), [404]],
  ["a semicolon", get("/users;/me"), [404]],
  ["an asterisk on GET", get("*"), [400, 404]],
  ["a target without a slash", get("users/me"), [400, 404]],
  ["an absolute target of another scheme", get("file:///etc/passwd"), [400, 404]],
  ["TRACE", `${head("TRACE /users/me")}${seller}\r\n`, [404, 405]],
  ["a method that is none", `${head("BREW /users/me")}\r\n`, [400]],
  ["a method in small letters", `${head("get /users/me")}\r\n`, [400]],
  ["a WebDAV method", `${head("PROPFIND /users/me")}${seller}\r\n`, [405]],
  ["CONNECT", "CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: x\r\n\r\n", [0, 400, 404, 405]],
  ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [0, 400, 505]],
  ["a TLS greeting", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003", [0, 400]],
  ["a request without Host", "GET /sites HTTP/1.1\r\n\r\n", [400]],
  ["a path of 20 000 characters", get(`/items/${"x".repeat(20_000)}`), [414, 431]],
  ["a query of 20 000 characters", get(`/sites/MLA/search?q=${"x".repeat(20_000)}`), [414, 431]],
  ["headers of 20 000 characters", `${head("GET /sites", `X: ${"x".repeat(20_000)}`)}${seller}\r\n`, [431]],
  [
    "three thousand headers",
    `${head("GET /sites", ...Array.from({ length: 3_000 }, (_, n) => `X${n}: y`))}\r\n`,
    [431],
  ],
  [
    "a token of 12 000 characters",
    head("GET /users/me", `Authorization: Bearer ${"x".repeat(12_000)}`, ""),
    [401],
  ],
];

describe("a target or method nobody should send", () => {
  test.each(refused)("is refused in the standard body: %s", async (_sentence, bytes, statuses) => {
    const said = await say(bytes);
    expect(statuses, said.slice(0, 300)).toContain(statusOf(said));
    expect(answersIn(said)).toBeLessThanOrEqual(1);
    expect(said === "" || isStandardError(said), said.slice(0, 600)).toBe(true);
    expect(said).not.toMatch(/root:|node_modules|\.ts:/);
  });

  test("an absolute target is served by its path, whatever host it names", async () => {
    const said = await say(`${head("GET http://evil.example/users/me?attributes=id")}${seller}\r\n`);
    expect([statusOf(said), bodyIn(said)]).toEqual([200, `{"id":${users.seller_mla.id}}`]);
  });

  test("OPTIONS of the asterisk answers without a server error", async () => {
    expect([200, 204, 400, 404]).toContain(statusOf(await say(head("OPTIONS *"), "\r\n")));
  });

  test.each([
    [
      "to WebSocket",
      [
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
      ],
    ],
    [
      "to HTTP/2",
      ["Upgrade: h2c", "Connection: Upgrade, HTTP2-Settings", "HTTP2-Settings: AAMAAABkAAQAAP__"],
    ],
  ])("an upgrade %s is passed over", async (_name, headers) => {
    const said = await say(`${head("GET /users/me", ...headers)}${seller}\r\n`);
    expect(statusOf(said)).toBe(200);
  });

  test("the host and forwarding headers of a client change nothing that is answered", async () => {
    const forged = [
      "X-Forwarded-Host: evil.example",
      "X-Forwarded-Proto: gopher",
      "Forwarded: host=evil.example",
      "X-Original-URL: /rpc",
      "X-HTTP-Method-Override: DELETE",
      "X-Rewrite-URL: /rpc",
    ];
    const said = await say(`${head("GET /openapi.json", ...forged)}\r\n`);
    expect(statusOf(said)).toBe(200);
    expect(said).not.toContain("evil.example");
  });
});
