import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCallbackName } from "../request/callback.ts";
import { notesApp, reader, served, writer } from "../testing.ts";
import { jsonpBody } from "./jsonp.ts";

type Wrapped = [status: number, headers: Record<string, string[]>, body: unknown];

/** What the callback receives when a browser runs the script. */
function received(script: string, name = "cb"): unknown {
  let value = "";
  runInNewContext(script, {
    [name]: (given: unknown) => {
      value = JSON.stringify(given);
    },
  });
  return JSON.parse(value);
}

describe("a callback", () => {
  it.each(["cb", "_", "$", "jQuery.fn_1", "a".repeat(128)])("may be called %s", (name) => {
    expect(isCallbackName(name)).toBe(true);
  });

  it.each(["", "1a", "a-b", "a b", "a;b", "a()", "<a>", "a\n", "a\u2028b", "é", "a".repeat(129)])(
    "may not be called %j",
    (name) => {
      expect(isCallbackName(name)).toBe(false);
    },
  );

  it("receives exactly the value, whatever it holds", () => {
    const hostile = fc.oneof(
      fc.jsonValue(),
      fc.string({ unit: "binary" }),
      fc.constant("\u2028</script><!--"),
    );
    fc.assert(
      fc.property(hostile, (value) => {
        const json = JSON.stringify(value);
        const script = jsonpBody("cb", { status: 200, headers: { "x-a": ["1"] }, json });
        expect(script).not.toMatch(/[\u2028\u2029<]/);
        expect(received(script)).toEqual([200, { "x-a": ["1"] }, JSON.parse(json)]);
      }),
    );
  });

  it("receives fields called __proto__ as fields, and texts that only look like one as they are", () => {
    const json = String.raw`{"a":{"__proto__":1,"b,\"__proto__":2},"__proto__":"{\"__proto__\":3}"}`;
    expect(received(jsonpBody("cb", { status: 200, headers: {}, json }))).toEqual([
      200,
      {},
      JSON.parse(json),
    ]);
  });

  it("receives null in the place of an empty body", () => {
    expect(received(jsonpBody("cb", { status: 204, headers: {}, json: "" }))).toEqual([204, {}, null]);
  });
});

describe("JSONP over HTTP", () => {
  const { fetch } = served(notesApp());
  const script = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(path, { headers });
    const text = await answer.text();
    // The shape is what the assertions below look at.
    return { answer, text, wrapped: () => received(text) as Wrapped };
  };

  it("wraps a success in status, headers and body, as a script of status 200", async () => {
    const { answer, text, wrapped } = await script("/notes/1?callback=cb", reader);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(text).toMatch(/^\/\*\*\/cb\(\[200, \{.*\}, \{.*\}\]\);$/);
    const [status, headers, body] = wrapped();
    expect([status, body]).toMatchObject([200, { id: 1 }]);
    expect(headers["content-type"]).toEqual(["application/json; charset=utf-8"]);
    expect(headers.etag).toEqual([expect.stringMatching(/^"/)]);
  });

  it("keeps the headers of the wrapped answer off the script", async () => {
    const { answer } = await script("/notes/1?callback=cb", reader);
    expect(answer.headers.get("etag")).toBeNull();
    const unauthorized = await script("/notes/1?callback=cb", { Authorization: "Bearer ?" });
    expect(unauthorized.answer.headers.get("www-authenticate")).toBeNull();
    expect(unauthorized.wrapped()).toMatchObject([
      401,
      { "www-authenticate": [expect.stringMatching(/^Bearer error="invalid_token"/)] },
      { status: 401 },
    ]);
  });

  it("wraps errors, a missing token, an unknown route and a wrong method too", async () => {
    expect((await script("/notes/1?callback=cb")).wrapped()).toMatchObject([
      403,
      {},
      { error: "access_token_not_granted" },
    ]);
    expect((await script("/notes/99?callback=cb", reader)).wrapped()).toMatchObject([
      404,
      {},
      { status: 404 },
    ]);
    expect((await script("/nowhere?callback=cb")).wrapped()).toMatchObject([
      404,
      {},
      { error: "resource not found" },
    ]);
  });

  it("does not look at If-None-Match", async () => {
    const { answer, wrapped } = await script("/notes/1?callback=cb", { ...reader, "If-None-Match": "*" });
    expect([answer.status, wrapped()[0]]).toEqual([200, 200]);
  });

  it("filters the body like any answer", async () => {
    const { wrapped } = await script("/notes/1?callback=cb&attributes=id", reader);
    expect(wrapped()[2]).toEqual({ id: 1 });
  });

  it("cannot wrap a file: 406 inside the array", async () => {
    expect((await script("/notes/1/print?callback=cb")).wrapped()).toMatchObject([
      406,
      {},
      { error: "not_acceptable" },
    ]);
  });

  it("answers a name that could break out with 400 as plain JSON", async () => {
    const { answer, text } = await script("/notes/1?callback=alert(1)//");
    expect(answer.status).toBe(400);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(JSON.parse(text)).toMatchObject({ error: "bad_request", status: 400 });
  });

  it("ignores an empty name", async () => {
    const { text } = await script("/notes/1?callback=", reader);
    expect(JSON.parse(text)).toMatchObject({ id: 1 });
  });

  it.each(["HEAD", "OPTIONS", "POST"])("is ignored on %s, however bad the name", async (method) => {
    const answer = await fetch("/notes?callback=alert(1)", {
      method,
      headers: { ...writer, "Content-Type": "application/json" },
      ...(method === "POST" && { body: '{"text":"x"}' }),
    });
    expect(answer.status).toBe(method === "POST" ? 201 : 200);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  });
});

describe("with JSONP=off", () => {
  const { fetch } = served(notesApp({ jsonp: false }));

  it("the parameter is ignored", async () => {
    for (const callback of ["cb", "alert(1)"]) {
      const answer = await fetch(`/notes/1?callback=${callback}`, { headers: reader });
      expect(await answer.json()).toMatchObject({ id: 1 });
    }
  });
});
