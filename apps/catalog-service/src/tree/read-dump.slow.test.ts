import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { checkDump } from "./check-dump.service.ts";
import { bytesOf } from "./import-file.service.ts";
import { MemberSplitter } from "./json-members.rules.ts";
import { readDump } from "./read-dump.service.ts";

const folder = mkdtempSync(join(tmpdir(), "dumps-"));
afterAll(() => rmSync(folder, { recursive: true }));
function fileOf(content: string | Buffer): string {
  const file = join(folder, "tree.json");
  writeFileSync(file, content);
  return file;
}

const category = (id: string, more: object = {}) => ({
  id,
  name: `Category ${id}`,
  path_from_root: [{ id, name: `Category ${id}` }],
  ...more,
});
const outcomeOf = async (content: string | Buffer, site = "MLA"): Promise<string> =>
  checkDump(fileOf(content), site).then(
    () => "nothing",
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe("a tree file", () => {
  it("is read like JSON.parse does, wherever chunks end", () => {
    const trees = fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue({ maxDepth: 4 }));
    fc.assert(
      fc.property(
        trees,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 2 }),
        (tree, size, indent) => {
          const bytes = Buffer.from(JSON.stringify(tree, null, indent));
          const splitter = new MemberSplitter({ name: "tree", most: 1e6 });
          const members: string[] = [];
          for (let from = 0; from < bytes.length; from += size)
            for (const member of splitter.push(bytes.subarray(from, from + size)))
              members.push(member.bytes.toString());
          splitter.finish();
          expect(JSON.parse(`{${members.join()}}`)).toEqual(JSON.parse(bytes.toString()));
          expect(members).toHaveLength(Object.keys(tree).length);
        },
      ),
    );
  });

  it("may begin with a byte order mark, and be packed in several parts", async () => {
    const text = Buffer.from(`\ufeff${JSON.stringify({ MLA1: category("MLA1") })}\n`);
    const packed = Buffer.concat([gzipSync(text.subarray(0, 9)), gzipSync(text.subarray(9))]);
    const entries = [];
    for await (const entry of readDump(fileOf(packed))) entries.push(entry.key);
    expect(entries).toEqual(["MLA1"]);
  });

  it("is refused when it unpacks to more than the limit", async () => {
    const bomb = Buffer.concat(Array(20).fill(gzipSync(Buffer.alloc(2 ** 20, " "))));
    const read = async () => {
      for await (const _ of bytesOf(fileOf(bomb), 8 * 2 ** 20));
    };
    await expect(read()).rejects.toThrow("tree.json has over 8 MiB of text");
  });

  it("has up to twenty issues named with line and path", async () => {
    const wrong = {
      settings: { currencies: "ARS", max_title_length: -1 },
      attributes: [{ id: "A", name: 7 }],
    };
    const text = JSON.stringify(
      { MLA1: category("MLA1", wrong), MLA2: category("MLA2", { date_created: "x" }) },
      null,
      1,
    );
    const lines = text.split("\n");
    const lineOf = (part: string) => lines.findIndex((line) => line.includes(part)) + 1;
    const said = await outcomeOf(text);
    expect(said.split("\n")).toEqual([
      expect.stringMatching(
        `line ${lineOf('"currencies"')} of tree.json: category MLA1: settings.currencies: .*array`,
      ),
      expect.stringMatching(
        `^line ${lineOf('"max_title_length"')} of tree.json: category MLA1: settings.max_title_length: `,
      ),
      expect.stringMatching(
        `^line ${lineOf('"name": 7')} of tree.json: category MLA1: attributes.0.name: .*string`,
      ),
      expect.stringMatching(`^line ${lineOf('"date_created"')} of tree.json: category MLA2: date_created: `),
    ]);
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`MLA${n}`, n]));
    const lastOfMany = (await outcomeOf(JSON.stringify(many))).split("\n");
    expect([lastOfMany.length, lastOfMany.at(-1)]).toEqual([21, "and 280 more"]);
  });

  const one = (more: object) => JSON.stringify({ MLA1: category("MLA1", more) });
  const hostile: [sentence: string, content: string | Buffer, said: RegExp][] = [
    [
      "a name without end",
      Buffer.concat([gzipSync('{"MLA1":{"name":"'), ...Array(99).fill(gzipSync(Buffer.alloc(2 ** 20, "a")))]),
      /^ImportRefused: line 1 of tree\.json has over 4 MiB in one category$/,
    ],
    ["a million levels", `{"MLA1":${"[".repeat(1_000_000)}`, /line 1 of tree\.json is over 64 levels deep$/],
    ["a million values", `{"MLA1":[${"7,".repeat(1_000_000)}7]}`, /category MLA1: holds over 300000 values$/],
    [
      "more categories than there can be",
      `{${Array.from({ length: 250_001 }, (_, n) => `"MLA${n}":${n}`).join()}}`,
      /holds over 250000 categories$/,
    ],
    ["NUL in a name", one({ name: "a\0b" }), /category MLA1: name: must be Unicode text without NUL$/],
    [
      "half a character deep in a field nobody knows",
      one({ extra: [{ a: "\ud800" }] }),
      /MLA1: extra\.0\.a: must be Unicode text/,
    ],
    [
      "half a character in a field's name",
      one({ settings: { "\udc00": 1 } }),
      /MLA1: settings: must be Unicode text/,
    ],
    [
      "the year 0",
      one({ date_created: "0000-01-01T00:00:00Z" }),
      /MLA1: date_created: must be a time of the years 1 to 9999$/,
    ],
    [
      "the year 10000 in UTC",
      one({ date_created: "9999-12-31T23:59:59-04:00" }),
      /date_created: must be a time of the years/,
    ],
    ["the 30th of February", one({ date_created: "2026-02-30T00:00:00Z" }), /MLA1: date_created: /],
    [
      "an infinite price",
      one({ settings: { maximum_price: 7 } }).replace("7", "1e999"),
      /settings\.maximum_price: /,
    ],
    [
      "one id twice",
      `{"MLA1":${JSON.stringify(category("MLA1"))},\n"MLA1":${JSON.stringify(category("MLA1"))}}`,
      /line 2 of tree\.json: category MLA1: is in the file twice$/,
    ],
    ["an id of a thousand digits", one({ id: `MLA${"1".repeat(1_000)}` }), /MLA1: id: /],
    ["a key that would fill a screen", `{"${"x".repeat(5_000)}":1}`, /category x{60}: Invalid input/],
    ["a key of another line", '{"a\\nb":1}', /category a\\nb: /],
    ["a comma too many", '{"MLA1":{},}', /line 1 of tree\.json is not JSON: a comma too many$/],
    ["another bracket at its end", '{"MLA1":{}]', /is not JSON: it is closed by another bracket$/],
    ["two objects", "{}\n{}", /line 2 of tree\.json is not JSON: something follows its end$/],
    ["words", "hello", /line 1 of tree\.json is not JSON: it begins with neither \{ nor \[$/],
    [
      "bytes that are no UTF-8",
      Buffer.from('{"MLA1":\n"\xff"}', "latin1"),
      /line 2 of tree\.json is not UTF-8 text: /,
    ],
    ["gzip that is cut off", gzipSync(one({})).subarray(0, 40), /is not a whole gzip file: /],
    [
      "__proto__ for an id",
      `{"__proto__":${JSON.stringify(category("MLA1"))}}`,
      /category __proto__: its id is MLA1$/,
    ],
  ];
  it.each(hostile)("is refused on one line for %s", async (_, content, said) => {
    const refused = await outcomeOf(content);
    expect(refused).toMatch(said);
    expect(refused).toMatch(/^ImportRefused: /);
    expect(refused.split("\n")).toHaveLength(1);
    expect(refused.length).toBeLessThan(400);
  });
});
