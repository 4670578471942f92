import { request } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { notesApp, served, writer } from "../testing.ts";
import { DecodeError } from "./decode-error.ts";
import { parseJson } from "./json-body.ts";

const parse = (text: string): unknown => parseJson(Buffer.from(text));

function issueOf(bytes: string | Buffer): unknown {
  try {
    parseJson(Buffer.from(bytes));
  } catch (error) {
    if (error instanceof DecodeError) return { where: error.input.where, ...error.input.causes[0] };
    throw error;
  }
  return undefined;
}

describe("JSON text", () => {
  it("may begin with a byte order mark", () => {
    expect(parse('\ufeff{"a":1}')).toEqual({ a: 1 });
  });

  it("gives the last of duplicate names, as JSON.parse does", () => {
    expect(parse('{"a":1,"a":2}')).toEqual({ a: 2 });
  });

  it("may nest 64 levels and no more", () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
    expect(issueOf(nested(64))).toBeUndefined();
    expect(issueOf(nested(65))).toMatchObject({ where: "syntax", code: "too_deep" });
    expect(issueOf("[".repeat(500_000) + "]".repeat(500_000))).toMatchObject({ code: "too_deep" });
  });

  it("may not hold __proto__ at any level, and says where it is", () => {
    expect(issueOf('{"a":[{"__proto__":{"x":1}}]}')).toEqual({
      where: "body",
      code: "unknown_field",
      message: "unknown field __proto__",
      references: ["body.a[0].__proto__"],
    });
    expect(issueOf('{"\\u005f_proto__":1}')).toMatchObject({ code: "unknown_field" });
    expect(issueOf('{"constructor":{"prototype":1}}')).toBeUndefined();
  });

  it("may not hold NUL or lone surrogates, in names and in values", () => {
    for (const text of [
      '{"a":"\\u0000"}',
      '{"a":["\\ud800"]}',
      '{"\\u0000":1}',
      '{"\\udfff":1}',
      '"\\ud83d"',
    ])
      expect(issueOf(text)).toMatchObject({ where: "body", code: "invalid_text" });
    expect(parse('"\\ud83d\\ude00"')).toBe("😀");
  });

  it("must be UTF-8", () => {
    for (const bytes of [
      [0x22, 0xff, 0x22],
      [0x22, 0xc0, 0xaf, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
    ])
      expect(issueOf(Buffer.from(bytes))).toMatchObject({ where: "syntax", code: "invalid_utf8" });
  });

  it.each(["{", "{} {}", "{'a':1}", "[1,]", "NaN", "\u00a0{}", "undefined", '{"a":01}'])(
    "is refused when it is not JSON: %j",
    (text) => {
      expect(issueOf(text)).toMatchObject({ where: "syntax", code: "invalid_json" });
    },
  );
});

describe("a JSON body over HTTP", () => {
  const { fetch, raw, port } = served(notesApp());
  const json = { ...writer, "Content-Type": "application/json" };
  const post = (body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = json) =>
    fetch("/notes", { method: "POST", body, headers });

  it("names every issue at once, with its place", async () => {
    const answer = await post('{"tags":["a",1],"colour":"red","__typename":"x"}');
    expect(answer.status).toBe(400);
    const { cause, ...rest } = (await answer.json()) as { cause: { code: string; references: string[] }[] };
    expect(rest).toMatchObject({ error: "bad_request", status: 400 });
    expect(cause.map(({ code, references }) => [code, references[0]])).toEqual([
      ["required", "body.text"],
      ["invalid_type", "body.tags[1]"],
      ["unknown_field", "body.colour"],
      ["unknown_field", "body.__typename"],
    ]);
  });

  it("is required where it is declared", async () => {
    const answer = await fetch("/notes", { method: "POST", headers: writer });
    expect(await answer.json()).toMatchObject({
      status: 400,
      cause: [{ code: "required", references: ["body"] }],
    });
  });

  it.each(["application/json", "Application/JSON; Charset=UTF-8", 'application/vnd.api+json;charset="utf8"'])(
    "may come as %s",
    async (type) => {
      expect((await post('{"text":"é"}', { ...writer, "Content-Type": type })).status).toBe(201);
    },
  );

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonp",
    "application/json; charset=iso-8859-1",
    "application/json; charset=utf-16",
  ])("may not come as %s", async (type) => {
    const answer = await post('{"text":"x"}', { ...writer, "Content-Type": type });
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({ error: "unsupported_media_type", status: 415 });
  });

  it("counts as JSON without a Content-Type", async () => {
    const answer = await raw(
      'POST /notes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer 7:write\r\nContent-Length: 12\r\nConnection: close\r\n\r\n{"text":"x"}',
    );
    expect(answer).toMatch(/^HTTP\/1.1 201 /);
  });

  it("may be 1 MiB long and no longer", async () => {
    const envelope = '{"text":""}'.length;
    const filled = (bytes: number) => post(`{"text":"${"x".repeat(bytes - envelope)}"}`);
    expect((await filled(1024 * 1024)).status).toBe(400);
    const answer = await filled(1024 * 1024 + 1);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: "payload_too_large", status: 413, cause: [] });
  });

  it("is measured as it arrives when it has no Content-Length", async () => {
    const status = await new Promise((resolve, reject) => {
      const outgoing = request(
        { port: port(), path: "/notes", method: "POST", headers: json },
        (incoming) => {
          incoming.resume();
          resolve(incoming.statusCode);
        },
      );
      outgoing.on("error", reject);
      for (let sent = 0; sent <= 16; sent += 1) outgoing.write("x".repeat(64 * 1024));
      outgoing.end();
    });
    expect(status).toBe(413);
  });

  it("that grows too large is refused while it comes, whether or not it ends", async () => {
    const chunk = `10000\r\n${" ".repeat(65_536)}\r\n`;
    const answer = await raw(
      `POST /notes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer 7:write\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk.repeat(20)}`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
  });

  it("may be compressed, and is measured inflated", async () => {
    const zipped = { ...json, "Content-Encoding": "gzip" };
    expect((await post(Buffer.from(gzipSync('{"text":"x"}')), zipped)).status).toBe(201);
    const bomb = Buffer.from(gzipSync(Buffer.alloc(64 * 1024 * 1024, " ")));
    expect(bomb.length).toBeLessThan(100_000);
    expect((await post(bomb, zipped)).status).toBe(413);
  });

  it("is refused when its encoding is broken or unknown", async () => {
    expect((await post("not gzip", { ...json, "Content-Encoding": "gzip" })).status).toBe(400);
    const unknown = await post("x", { ...json, "Content-Encoding": "compress" });
    expect([unknown.status, await unknown.json()]).toMatchObject([415, { error: "unsupported_media_type" }]);
  });

  it("is read after 100-continue", async () => {
    const answer = await raw(
      'POST /notes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer 7:write\r\nContent-Type: application/json\r\nContent-Length: 12\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n{"text":"x"}',
    );
    expect(answer).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 201 /);
  });

  it("that is cut off leaves the service working", async () => {
    const cut = request({
      port: port(),
      path: "/notes",
      method: "POST",
      headers: { ...json, "Content-Length": 50 },
    });
    const gone = new Promise((resolve) => cut.once("close", resolve).once("error", () => undefined));
    cut.write('{"text":', () => cut.destroy());
    await gone;
    expect((await post('{"text":"x"}')).status).toBe(201);
  });

  it.each([
    ["1e3", true],
    ["1.0", true],
    ["9007199254740991", true],
    ["9007199254740992", false],
    ["-0", false],
    ["1.5", false],
    ["1e400", false],
    ['"1"', false],
  ])("with the number %s for an id is accepted: %s", async (number, accepted) => {
    const { wireId } = await import("../declare/wire.ts");
    expect(wireId().safeParse(parse(number)).success).toBe(accepted);
  });
});
