import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { kit } from "./declare/declare.ts";
import { type Problem, problemCatalog } from "./declare/problem.ts";
import { headerSwitch } from "./declare/wire.ts";
import { requestScope } from "./request/request-scope.ts";
import { bytes, json, jsonText, Reply, stream } from "./respond/reply.ts";
import { appOf, reader, served, writer } from "./testing.ts";

const problems = problemCatalog({
  listed: { status: 409, error: "conflict", message: "Listed" },
  unlisted: { status: 409, error: "conflict", message: "Unlisted" },
  own_words: { status: 400, error: "invalid_post_body", message: "Valid attributes: text" },
  own_failure: { status: 500, error: "internal_server_error", message: "unexpected internal error" },
  own_token: { status: 403, error: "forbidden", message: "wrong access token" },
  own_scope: { status: 401, error: "unauthorized", message: "invalid authorization" },
});
const { operation, publicOperation, resource } = kit<undefined>();

/** A resource whose handlers do as each test needs. */
const read = (id: string, handle: () => unknown, more: object = {}) =>
  publicOperation({ id, method: "GET", path: `/${id}`, summary: "s", ...more, handle });

class Unavailable extends Error {
  readonly unavailable = true;
}

class TookTooLong extends Error {
  readonly tookTooLong = true;
}

const failing = () => new Readable({ read: () => undefined });

const odd = resource({
  name: "Odd",
  description: "d",
  fields: z.object({}),
  operations: [
    read(
      "listed",
      () => {
        throw problems.listed();
      },
      { errors: [problems.listed] },
    ),
    read("unlisted", () => {
      throw problems.unlisted();
    }),
    read("crash", () => {
      throw new Error("SELECT secret FROM table");
    }),
    read("throws-text", () => {
      throw "password";
    }),
    read(
      "own-crash",
      () => {
        throw new Error("SELECT secret FROM table");
      },
      { problems: { unexpected: () => problems.own_failure() } },
    ),
    read("down", () => {
      throw new Unavailable("10.0.0.7:5432 refused");
    }),
    read(
      "slow",
      () => {
        throw new TookTooLong("canceling statement due to statement timeout");
      },
      { problems: { unexpected: () => problems.own_failure() } },
    ),
    read("nothing", () => undefined),
    read("big", () => ({ n: 1n })),
    read("fits", () => ({ a: 1 }), { response: z.object({ a: z.int() }) }),
    read("wrong", () => ({ a: "1" }), { response: z.object({ a: z.int() }) }),
    read("leaks", () => ({ a: 1, email: "x@y" }), { response: z.object({ a: z.int() }) }),
    read("text", () => jsonText('{"a":1,"b":{"c":2,"d":3}}')),
    read(
      "multi",
      () => [
        { code: 200, body: { a: 1, b: 2 } },
        { code: 404, body: { message: "m" } },
      ],
      { mask: "bodies" },
    ),
    read("unmasked", () => ({ a: 1 }), { mask: "none" }),
    read("tagged", () => json({ a: 1 }, { headers: { ETag: '"v1"' } })),
    read("elsewhere", () => new Reply(302, { kind: "empty" }, { Location: "https://example.com/x" })),
    operation({
      id: "formed",
      method: "GET",
      path: "/formed",
      summary: "s",
      headers: { "X-Other-Form": headerSwitch("true").describe("true asks for it") },
      handle: ({ headers }) => ({ other: headers["X-Other-Form"] === true }),
    }),
    read("blob", () => bytes(Buffer.from([0, 255]), "application/octet-stream"), {
      file: "application/octet-stream",
    }),
    read(
      "late",
      () => {
        const source = failing();
        setImmediate(() => source.destroy(new Error("bucket lost")));
        return stream(source, {
          contentType: "text/plain",
          length: 5,
          headers: { "Content-Disposition": "attachment" },
        });
      },
      { file: "text/plain" },
    ),
    read(
      "half",
      () => {
        const source = failing();
        source.push("ab");
        setImmediate(() => source.destroy(new Error("bucket lost")));
        return stream(source, { contentType: "text/plain", length: 5 });
      },
      { file: "text/plain" },
    ),
    read("empty-file", () => stream(Readable.from([]), { contentType: "text/plain", length: 0 }), {
      file: "text/plain",
    }),
    read("scope", () => ({ id: requestScope()?.requestId, user: requestScope()?.caller?.userId ?? null })),
    operation({
      id: "ruled",
      method: "POST",
      path: "/ruled",
      summary: "s",
      body: z.strictObject({ text: z.string(), count: z.int() }),
      furtherCauses: async ({ value, causes }) => [
        { code: "rule", message: `${JSON.stringify(value)}, ${causes.length}`, references: ["body.text"] },
      ],
      handle: ({ body }) => body,
    }),
    operation({
      id: "worded",
      method: "POST",
      path: "/worded/{id}",
      summary: "s",
      params: { id: z.string().regex(/^\d+$/) },
      body: z.strictObject({ text: z.string() }),
      errors: [problems.own_words],
      problems: {
        invalid: ({ where }) => (where === "params" ? undefined : problems.own_words()),
        invalidToken: () => problems.own_token(),
        missingScope: () => problems.own_scope(),
      },
      handle: ({ params, body, caller }) => ({ ...params, ...body, user: caller.userId }),
    }),
  ],
  errorFields: (problem: Problem) => ({ error_description: problem.message }),
});

const { fetch } = served(appOf([odd], undefined));
const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(path, { headers });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as unknown };
};

describe("a body of the wrong shape", () => {
  const post = async (body: unknown) => {
    const headers = { ...writer, "Content-Type": "application/json" };
    const answer = await fetch("/ruled", { method: "POST", headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as { cause: unknown[] } };
  };

  it("may have further causes, which are listed with its own", async () => {
    const { status, body } = await post({ text: "x", count: "1" });
    expect([status, body.cause]).toEqual([
      400,
      [
        { code: "invalid_type", message: expect.any(String), references: ["body.count"] },
        { code: "rule", message: '{"text":"x","count":"1"}, 1', references: ["body.text"] },
      ],
    ]);
    expect((await post({ text: "x", count: 1 })).status).toBe(200);
  });
});

describe("errors of a handler", () => {
  it("have the status and message of their catalog", async () => {
    expect(await get("/listed")).toMatchObject({
      status: 409,
      body: { message: "Listed", error: "conflict", status: 409, cause: [], error_description: "Listed" },
    });
  });

  it("that the operation does not list fail under test", async () => {
    expect(await get("/unlisted")).toMatchObject({ status: 500, body: { error: "internal_server_error" } });
  });

  it.each(["/crash", "/throws-text", "/nothing", "/big"])(
    "that the catalog does not have are 500 without internal details: %s",
    async (path) => {
      expect(await get(path)).toMatchObject({
        status: 500,
        body: { message: "Internal server error", error: "internal_server_error", status: 500, cause: [] },
      });
    },
  );

  it("that the catalog does not have get the operation's own message if it declares one", async () => {
    expect(await get("/own-crash")).toMatchObject({
      status: 500,
      body: { message: "unexpected internal error", error: "internal_server_error", status: 500, cause: [] },
    });
  });

  it("of a dependency that is down are 503 with Retry-After", async () => {
    const { status, headers, body } = await get("/down");
    expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
    expect(JSON.stringify(body)).not.toContain("10.0.0.7");
  });

  it("of a database that took too long are 503 with Retry-After, also where 500 has own words", async () => {
    const { status, headers, body } = await get("/slow");
    expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
    expect(body).toMatchObject({ error: "service_unavailable", status: 503, cause: [] });
  });

  it("are never filtered", async () => {
    const { body } = await get("/listed?attributes=message");
    expect(Object.keys(body as object)).toEqual(["message", "error", "status", "cause", "error_description"]);
  });
});

describe("answers of a handler", () => {
  it("that fit their declaration go out", async () => {
    expect((await get("/fits")).body).toEqual({ a: 1 });
  });

  it("that do not fit it, or say more than it, fail under test", async () => {
    expect((await get("/wrong")).status).toBe(500);
    expect((await get("/leaks")).status).toBe(500);
  });

  it("that are text already are filtered all the same", async () => {
    expect((await get("/text")).body).toEqual({ a: 1, b: { c: 2, d: 3 } });
    expect((await get("/text?attributes=b.d")).body).toEqual({ b: { d: 3 } });
  });

  it("of a multiget are filtered in the bodies of successes; some resources are not filtered", async () => {
    const { body } = await get("/multi?attributes=b");
    expect(body).toEqual([
      { code: 200, body: { b: 2 } },
      { code: 404, body: { message: "m" } },
    ]);
    expect((await get("/unmasked?attributes=b")).body).toEqual({ a: 1 });
  });

  it("keep an ETag of their own, also inside of a callback", async () => {
    expect((await get("/tagged")).headers.get("etag")).toBe('"v1"');
    expect((await fetch("/tagged", { headers: { "If-None-Match": '"v1"' } })).status).toBe(304);
    expect(await (await fetch("/tagged?callback=cb")).text()).toContain('"etag":["\\"v1\\""]');
  });

  it("may lead elsewhere, inside of a callback without leading the script there", async () => {
    const answer = await fetch("/elsewhere");
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "https://example.com/x"]);
    const wrapped = await fetch("/elsewhere?callback=cb");
    expect([wrapped.status, wrapped.headers.get("location")]).toEqual([200, null]);
    expect(await wrapped.text()).toMatch(
      /^\/\*\*\/cb\(\[302, \{.*"location":\["https:\/\/example.com\/x"\].*\}, null\]\);$/,
    );
  });

  it("may be bytes", async () => {
    const answer = await fetch("/blob");
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from([0, 255]));
    expect(answer.headers.get("content-length")).toBe("2");
  });

  it("may have another form, which a declared header asks for", async () => {
    for (const [sent, other] of [
      ["true", true],
      ["TRUE", true],
      ["false", false],
      ["", false],
    ] as const)
      expect((await get("/formed", { ...reader, "x-other-form": sent })).body).toEqual({ other });
    const { body, headers } = await get("/formed", reader);
    expect([body, headers.get("vary")]).toEqual([{ other: false }, "X-Other-Form"]);
  });

  it("travel with the request's id and caller through all that they cause", async () => {
    expect((await get("/scope", { ...reader, "X-Request-Id": "r" })).body).toEqual({ id: "r", user: 7 });
    expect((await get("/scope", { "X-Request-Id": "r", Authorization: "Bearer ?" })).body).toEqual({
      id: "r",
      user: null,
    });
  });
});

describe("a streamed file", () => {
  it("that fails before its first byte is an error like any other", async () => {
    const { status, headers } = await get("/late");
    expect([status, headers.get("content-disposition")]).toEqual([500, null]);
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  it("that fails later is cut, so that nobody takes a part for the whole", async () => {
    const answer = await fetch("/half");
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });

  it("may be empty", async () => {
    const answer = await fetch("/empty-file");
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
  });

  it("answers HEAD without being read", async () => {
    const answer = await fetch("/half", { method: "HEAD" });
    expect([answer.status, answer.headers.get("content-length")]).toEqual([200, "5"]);
  });
});

describe("an operation with words of its own", () => {
  const post = async (body: string, headers: Record<string, string> = writer, path = "/worded/1") => {
    const init = { method: "POST", body, headers: { "Content-Type": "application/json", ...headers } };
    return (await (await fetch(path, init)).json()) as unknown;
  };

  it.each(["{", "{}", '{"text":1}', '{"text":"x","y":1}', '{"__proto__":1}', "[".repeat(99)])(
    "uses them for a bad body: %s",
    async (body) => {
      expect(await post(body)).toMatchObject({
        status: 400,
        error: "invalid_post_body",
        message: "Valid attributes: text",
      });
    },
  );

  it("uses them for another media type", async () => {
    expect(await post("{}", { ...writer, "Content-Type": "text/plain" })).toMatchObject({
      error: "invalid_post_body",
    });
  });

  it("falls back on the standard ones where it has none", async () => {
    for (const path of ["/worded/x", "/worded/%ff"])
      expect(await post("{}", writer, path)).toMatchObject({
        error: "bad_request",
        cause: [{ references: ["params.id"] }, { references: ["body.text"] }],
      });
  });

  it("uses them for tokens that do not do", async () => {
    expect(await post("{}", { Authorization: "Bearer ?" })).toMatchObject({
      status: 403,
      message: "wrong access token",
    });
    expect(await post("{}", reader)).toMatchObject({ status: 401, message: "invalid authorization" });
    expect(await post("{}", {})).toMatchObject({ status: 403, error: "access_token_not_granted" });
  });

  it("otherwise works", async () => {
    expect(await post('{"text":"x"}')).toEqual({ id: "1", text: "x", user: 7 });
  });
});
