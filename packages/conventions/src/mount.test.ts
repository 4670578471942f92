import { describe, expect, it } from "vitest";
import { bodyOf, notesApp, reader, served, writer } from "./testing.ts";

const json = { "Content-Type": "application/json" };

describe("a request is looked at in one order", () => {
  const { fetch } = served(notesApp());
  const problem = async (path: string, init?: RequestInit) => {
    const body = (await (await fetch(path, init)).json()) as { status: number; error: string };
    return `${body.status} ${body.error}`;
  };
  const bad = { method: "POST", body: "{", headers: json };

  it("an unknown route comes before everything", async () => {
    expect(await problem("/nowhere/x", bad)).toBe("404 resource not found");
  });

  it("then the method, before any token", async () => {
    expect(await problem("/notes/1", bad)).toBe("405 method_not_allowed");
  });

  it("then the token, its absence before its validity", async () => {
    expect(await problem("/notes?limit=x", bad)).toBe("403 access_token_not_granted");
    const wrong = { ...bad, headers: { ...json, Authorization: "Bearer ?" } };
    expect(await problem("/notes", wrong)).toBe("401 invalid_token");
  });

  it("then the scope", async () => {
    expect(await problem("/notes", { ...bad, headers: { ...json, ...reader } })).toBe("403 forbidden");
    expect(await problem("/notes/1", { headers: { Authorization: "Bearer 7:offline_access" } })).toBe(
      "403 forbidden",
    );
  });

  it("then path, query and body", async () => {
    expect(await problem("/notes/x", { headers: reader })).toBe("400 bad_request");
    expect(await problem("/notes", { ...bad, headers: { ...json, ...writer } })).toBe("400 bad_request");
  });

  it("and then the rules of the resource", async () => {
    expect(await problem("/notes/99", { headers: reader })).toBe("404 not_found");
    const stranger = { method: "DELETE", headers: { Authorization: "Bearer 8:write" } };
    expect(await problem("/notes/1", stranger)).toBe("403 forbidden");
  });
});

describe("what may change something for a caller", () => {
  const told: string[] = [];
  const { fetch } = served(
    notesApp({
      async writing(callerId, work) {
        told.push(`${callerId} writes`);
        return work().finally(() => told.push("done"));
      },
    }),
  );

  it("is reported before its answer, refused or not; reads are not", async () => {
    await fetch("/notes/1", { headers: writer });
    await fetch("/notes/1", { method: "HEAD", headers: writer });
    expect(told).toEqual([]);
    for (const status of [204, 404]) {
      const answer = await fetch("/notes/1", { method: "DELETE", headers: writer });
      expect([answer.status, told.splice(0)]).toEqual([status, ["7 writes", "done"]]);
    }
  });
});

describe("methods", () => {
  const { fetch, raw } = served(notesApp());

  it.each(["PUT", "PATCH", "TRACE", "PROPFIND", "PURGE"])(
    "that nobody declared are 405: %s",
    async (method) => {
      const answer = await raw(`${method} /notes/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1.1 405 /);
      expect(answer).toMatch(/^Allow: GET, HEAD, DELETE, OPTIONS$/im);
      expect(bodyOf(answer)).toEqual({
        message: `Method ${method} is not allowed on this resource`,
        error: "method_not_allowed",
        status: 405,
        cause: [],
      });
    },
  );

  it("HEAD is GET without a body, where there is a GET", async () => {
    const get = await fetch("/notes/1", { headers: reader });
    const head = await fetch("/notes/1", { method: "HEAD", headers: reader });
    for (const name of ["content-type", "content-length", "etag"])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const refused = await fetch("/notes/1", { method: "HEAD" });
    expect([refused.status, await refused.text()]).toEqual([403, ""]);
  });

  it("OPTIONS needs no token and does not mind a body or a bad query", async () => {
    const answer = await fetch("/notes?limit=x&callback=a(b)", {
      method: "OPTIONS",
      body: "{",
      headers: json,
    });
    expect([answer.status, answer.headers.get("allow")]).toEqual([200, "GET, HEAD, POST, OPTIONS"]);
    expect(await answer.json()).toMatchObject({ name: "Notes" });
    expect(answer.headers.get("access-control-allow-methods")).toBeNull();
  });

  it("OPTIONS as a preflight has the CORS headers as well", async () => {
    const headers = { Origin: "http://a", "Access-Control-Request-Method": "POST" };
    const answer = await fetch("/notes", { method: "OPTIONS", headers });
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-allow-methods")).toContain("POST");
    expect(answer.headers.get("access-control-allow-headers")).toContain("Authorization");
    expect(answer.headers.get("access-control-max-age")).toBe("86400");
  });

  it("every answer is open to every origin, without credentials", async () => {
    for (const path of ["/notes", "/nowhere", "/notes/1/print"]) {
      const { headers } = await fetch(path, { headers: { Origin: "http://a" } });
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-expose-headers")).toContain("ETag");
      expect(headers.get("access-control-allow-credentials")).toBeNull();
      expect(headers.get("set-cookie")).toBeNull();
    }
  });
});

describe("paths and queries", () => {
  const { fetch, raw } = served(notesApp());
  const read = (path: string) => fetch(path, { headers: reader });
  const rawGet = (target: string) =>
    raw(
      Buffer.from(
        `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer 7:read\r\nConnection: close\r\n\r\n`,
      ),
    );

  it("may end with a slash", async () => {
    expect(await (await read("/notes/1/")).json()).toMatchObject({ id: 1 });
    expect((await fetch("/notes/", { method: "OPTIONS" })).status).toBe(200);
  });

  it("may be percent-encoded in their values", async () => {
    expect(await (await read("/notes/%31?tag=%61&limit=%31")).json()).toMatchObject({ id: 1 });
  });

  it("with an empty segment in the middle have an empty value", async () => {
    const answer = await read("/notes//print");
    expect(await answer.json()).toMatchObject({ status: 400, cause: [{ references: ["params.id"] }] });
  });

  it("may come as an absolute URL", async () => {
    expect(bodyOf(await rawGet("http://elsewhere.example/notes/1?attributes=id"))).toEqual({ id: 1 });
    expect(bodyOf(await rawGet("http://elsewhere.example?x=1"))).toMatchObject({
      error: "resource not found",
    });
    expect(await raw("OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")).toMatch(
      /^HTTP\/1.1 404 /,
    );
  });

  it.each(["%00", "%ff", "%zz", "%ed%a0%80", "1%00", "%"])("may not hold %s in a segment", async (text) => {
    const answer = bodyOf(await rawGet(`/notes/${text}`));
    expect(answer).toMatchObject({
      status: 400,
      error: "bad_request",
      cause: [{ references: ["params.id"] }],
    });
  });

  it.each(["%00", "a%ff", "%ed%a0%80"])("may not hold %s in a declared parameter", async (text) => {
    const answer = await read(`/notes?tag=${text}`);
    expect(await answer.json()).toMatchObject({ status: 400, cause: [{ references: ["query.tag"] }] });
  });

  it("may hold anything in parameters that nobody declared", async () => {
    const answer = await read(`/notes/1?x=%00&y=%ff&x&&=&${"z".repeat(10_000)}`);
    expect(answer.status).toBe(200);
  });

  it("count the first of duplicate parameters, and all of attributes", async () => {
    const answer = await read("/notes?limit=1&limit=x&attributes=paging.limit&attributes=paging.total");
    expect(await answer.json()).toEqual({ paging: { total: 2, limit: 1 } });
  });

  it("take percent-encoded UTF-8", async () => {
    expect((await read("/notes?tag=tel%C3%A9fono+%F0%9F%98%80")).status).toBe(200);
  });

  it("accept U+FFFD when the client wrote it", async () => {
    expect((await read("/notes?tag=%EF%BF%BD")).status).toBe(200);
  });
});

describe("the request id", () => {
  const { fetch, raw } = served(notesApp());
  const idOf = async (given: string) =>
    (await fetch("/nowhere", { headers: { "X-Request-Id": given } })).headers.get("x-request-id");

  it.each(["a", "A-1_b.c", "x".repeat(128)])("is the caller's when it is well-formed: %s", async (id) => {
    expect(await idOf(id)).toBe(id);
  });

  it.each(["", "a b", "é", "a\tb", "<a>", "x".repeat(129)])("is minted otherwise: %j", async (id) => {
    expect(await idOf(id)).toMatch(/^[\da-f-]{36}$/);
  });

  it("is minted when two are sent", async () => {
    const answer = await raw(
      "GET /nowhere HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\r\nX-Request-Id: b\r\nConnection: close\r\n\r\n",
    );
    expect(answer).toMatch(/^X-Request-Id: [\da-f-]{36}\r$/im);
  });
});
