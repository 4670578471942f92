import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import {
  bearer,
  bodyIn,
  fixtures,
  head,
  isStandardError,
  jsonRequest,
  say,
  statusOf,
  users,
} from "./sockets.ts";
import { expectWellAfterwards } from "./vitals.ts";

expectWellAfterwards();

const seller = bearer(users.seller_mla);
const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const deepObject = (depth: number): string => `${'{"text":'.repeat(depth)}1${"}".repeat(depth)}`;
const question = (text: string): string => `{"item_id":"${fixtures.item_seller2}","text":${text}}`;
const megabytes = (count: number): Buffer => Buffer.alloc(count * 1024 * 1024, " ");

const bodies: [sentence: string, body: string | Uint8Array, statuses: number[]][] = [
  ["__proto__ with a role in it", '{"__proto__":{"roles":["operator"]},"text":"x"}', [400]],
  ["__proto__ written with an escape", '{"\\u005f_proto__":{"text":"x"}}', [400]],
  ["constructor.prototype", '{"constructor":{"prototype":{"admin":true}}}', [400]],
  ["__proto__ one level down", '{"text":{"__proto__":{"a":1}}}', [400]],
  ["an array for an object", "[]", [400]],
  ["arrays 100 000 deep", nested(100_000), [400]],
  ["objects 100 000 deep", deepObject(100_000), [400]],
  ["arrays that never close", "[".repeat(500_000), [400]],
  ["65 levels", question(nested(64)), [400]],
  [
    "a hundred thousand unknown fields",
    `{${Array.from({ length: 60_000 }, (_, n) => `"f${n}":1`).join()}}`,
    [400],
  ],
  ["a million commas", `[${",".repeat(1_000_000)}]`, [400]],
  ["a NUL in a text", question('"a\\u0000b"'), [400]],
  ["a lone surrogate in a text", question('"\\ud800"'), [400]],
  ["overlong UTF-8", Buffer.from([...Buffer.from('{"text":"'), 0xc0, 0xaf, ...Buffer.from('"}')]), [400]],
  [
    "UTF-8 of a surrogate",
    Buffer.from([...Buffer.from('{"text":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')]),
    [400],
  ],
  ["UTF-16", Buffer.from(`\ufeff${question('"x"')}`, "utf16le"), [400]],
  ["a text of 2001 emoji", question(`"${"🎈".repeat(2_001)}"`), [400]],
  ["a body one byte over the limit", `${megabytes(1).toString()} `, [413]],
];

describe("a JSON body nobody should send", () => {
  test.each(bodies)("is refused: %s", async (_sentence, body, statuses) => {
    const said = await say(...jsonRequest("POST /questions", body));
    expect(statuses, said.slice(0, 400)).toContain(statusOf(said));
    expect(isStandardError(said), said.slice(0, 400)).toBe(true);
    expect(said.length).toBeLessThan(2_000_000);
  });

  test("does not change what other requests see", async () => {
    const said = await say(head("GET /users/me"), bearer(users.buyer_mla), "\r\n");
    expect(JSON.parse(bodyIn(said))).not.toHaveProperty("admin");
    const denied = await say(
      ...jsonRequest(`POST /questions/${fixtures.question_vehicle}/review`, '{"decision":"ban"}'),
    );
    expect(statusOf(denied)).toBe(403);
  });
});

describe("a number nobody should send", () => {
  const numbers = [
    "1e999",
    "-1e999",
    "1e-400",
    "9007199254740993",
    "1".repeat(100_000),
    "0.1",
    "-0",
    "1e3000000000",
    "9223372036854775808",
  ];
  test.each(numbers.map((number) => [number.slice(0, 20), number]))(
    "as an id is refused, or names nothing: %s",
    async (_short, number) => {
      const said = await say(...jsonRequest("POST /answers", `{"question_id":${number},"text":"x"}`));
      expect([400, 404], said.slice(0, 300)).toContain(statusOf(said));
      expect(isStandardError(said)).toBe(true);
    },
  );

  test.each(["1e2", "0x10", "+5", " 5", "5.0", "١", "99999999999999999999", "-1"])(
    "as a limit is refused: %s",
    async (number) => {
      const said = await say(
        head(`GET /questions/search?limit=${encodeURIComponent(number)}`),
        seller,
        "\r\n",
      );
      expect([statusOf(said), isStandardError(said)]).toEqual([400, true]);
    },
  );
});

describe("what is said twice", () => {
  test("in a body counts as it was said last", async () => {
    const said = await say(
      ...jsonRequest("POST /questions", '{"item_id":"MLA999999999","text":"x","text":""}'),
    );
    expect(JSON.parse(bodyIn(said))).toMatchObject({ status: 400, error: "text_is_null" });
  });

  test("in a query counts as it was said first", async () => {
    const said = await say(head("GET /questions/search?limit=1&limit=1000&attributes=limit"), seller, "\r\n");
    expect(bodyIn(said)).toBe('{"limit":1}');
  });

  test("by hundreds of parameters and a mask of thousands of names is served", async () => {
    const many = Array.from({ length: 500 }, (_, n) => `__proto__[${n}]=1`).join("&");
    expect(statusOf(await say(head(`GET /users/me?${many}`), seller, "\r\n"))).toBe(200);
    const deep = "a.".repeat(4_000);
    expect(statusOf(await say(head(`GET /users/me?attributes=${deep}id`), seller, "\r\n"))).toBe(200);
  });

  test("a query named as what every object has finds nothing there", async () => {
    const said = await say(
      head("GET /users/me?attributes=__proto__,constructor,toString,hasOwnProperty"),
      seller,
      "\r\n",
    );
    expect([statusOf(said), bodyIn(said)]).toEqual([200, "{}"]);
  });
});

describe("a compressed body", () => {
  const bomb = megabytes(200);
  const packed: [string, string, Buffer, number[]][] = [
    ["gzip of 200 MB", "gzip", gzipSync(bomb), [413, 415]],
    ["deflate of 200 MB", "deflate", deflateSync(bomb), [413, 415]],
    ["brotli of 200 MB", "br", brotliCompressSync(bomb), [413, 415]],
    ["gzip in gzip", "gzip, gzip", gzipSync(gzipSync(bomb)), [413, 415]],
    ["gzip that is none", "gzip", Buffer.from("not gzip"), [400, 415]],
    ["gzip that is cut off", "gzip", gzipSync(bomb).subarray(0, 1_000), [400, 413, 415]],
    ["an unknown coding", "zstd-not", Buffer.from("x"), [415]],
  ];
  test.each(packed)("cannot exhaust the product: %s", async (_sentence, coding, body, statuses) => {
    const said = await say(...jsonRequest("POST /questions", body, `Content-Encoding: ${coding}`));
    expect(statuses, said.slice(0, 300)).toContain(statusOf(said));
    expect(isStandardError(said)).toBe(true);
  });
});

describe("contact data in disguise", () => {
  const disguises = [
    "Llamame 1️⃣1️⃣4️⃣4️⃣4️⃣4️⃣5️⃣5️⃣5️⃣5️⃣",
    "１１ ４４４４ ５５５５",
    "١١٤٤٤٤٥٥٥٥",
    "①①④④④④⑤⑤⑤⑤",
    "11\u200b4444\u00ad5555",
    "11 · 4444 / 5555",
    "uno uno cuatro cuatro cuatro cuatro cinco cinco cinco cinco",
    "ana (arroba) gmail (punto) com",
    "a n a @ g m a i l . c o m",
    "ana%40gmail.com",
    "hxxp://ejemplo.tienda",
    "mitienda。c\u200bom",
    "seguime en instagram @mitienda",
  ];
  const asked = async (text: string) => {
    const said = await say(...jsonRequest("POST /questions", question(JSON.stringify(text))));
    expect(statusOf(said), said.slice(0, 300)).toBe(201);
    return JSON.parse(Buffer.from(bodyIn(said), "latin1").toString());
  };
  test.each(disguises)("is held for review, and kept as it was sent: %s", async (text) => {
    expect(await asked(text)).toMatchObject({ status: "UNDER_REVIEW", hold: true, text });
  });

  test.each([
    "¿Talles 38 40 42 44, modelo 2010-2014?",
    "CEP 01310-100, R$ 1.234.567,89 até 24/12/2026?",
    "part number 12345-67890, EAN 7791234567890, 1500-2000 rpm?",
  ])("is not seen in prices, sizes, models and dates: %s", async (text) => {
    expect(await asked(text)).toMatchObject({ status: "UNANSWERED", hold: false, text });
  });
});

describe("a body over the limit", () => {
  test("is refused before it is sent, when its length says so", async () => {
    const said = await say(
      head("POST /questions", "Content-Type: application/json", "Content-Length: 999999999999"),
      seller,
      "\r\n{",
    );
    expect([statusOf(said), isStandardError(said)]).toEqual([413, true]);
  });

  test("is refused while it comes, in chunks without an end", async () => {
    const chunk = `10000\r\n${" ".repeat(65_536)}\r\n`;
    const said = await say(
      head("POST /questions", "Content-Type: application/json", "Transfer-Encoding: chunked"),
      seller,
      "\r\n",
      chunk.repeat(40),
    );
    expect([statusOf(said), isStandardError(said)]).toEqual([413, true]);
  });
});

describe("a callback that is more than a name", () => {
  const names = [
    "alert(1)//",
    "a;b",
    "a b",
    "a<b",
    "</script>",
    "a\u2028b",
    "*/alert(1)/*",
    "a[0]",
    "a`",
    "a'",
    "1a",
    ".a",
    "x".repeat(129),
    "é",
    "a%0d%0ab",
  ];
  test.each(names)("is refused in plain JSON: %s", async (name) => {
    const said = await say(head(`GET /users/me?callback=${encodeURIComponent(name)}`), seller, "\r\n");
    expect([statusOf(said), isStandardError(said)]).toEqual([400, true]);
    expect(said).toMatch(/^content-type: application\/json; charset=utf-8\r$/im);
  });

  test("leaves texts that would end a script harmless", async () => {
    const evil = "</script><script>alert(1)</script>\u2028";
    const said = await say(
      head(`GET /sites/MLA/search?q=${encodeURIComponent(evil)}&callback=cb`),
      seller,
      "\r\n",
    );
    expect(statusOf(said)).toBe(200);
    expect(bodyIn(said)).not.toContain("<");
    expect(Buffer.from(bodyIn(said), "latin1").toString()).not.toContain("\u2028");
  });
});
