import { execFile } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch } from "../product/product.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hostile-imports-"));
  await writeFile(join(folder, "peak.mjs"), watch);
  // The command-line tool needs a data directory that a product has initialized.
  await (await launch({ dataDir: join(folder, "data"), seed: "none", prepared: true })).stop();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Records the peak memory of the command-line tool, in KiB. */
const watch = `import { writeFileSync } from "node:fs";
process.on("exit", () => writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS)));`;

/** The maximum memory of an import. */
const most = 500 * 1024 ** 2;

interface Said {
  code: number;
  /** Standard error without the progress lines. */
  lines: string[];
  stdout: string;
  /** Peak resident memory, in bytes. */
  peak: number;
}

async function importing(kind: "categories" | "titles", content: string | Buffer | Readable): Promise<Said> {
  const file = join(folder, "import");
  if (content instanceof Readable) await pipeline(content, createWriteStream(file));
  else await writeFile(file, content);
  const peakFile = join(folder, "peak");
  const env = {
    ...process.env,
    PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}`,
    DATA_DIR: join(folder, "data"),
    PEAK_FILE: peakFile,
    NODE_OPTIONS: `--import=${join(folder, "peak.mjs")}`,
  };
  const words = ["scripts/marketplace.mjs", "import", kind, file, "--site", "MLU"];
  const ended = await new Promise<Omit<Said, "peak">>((resolve) => {
    execFile("node", words, { cwd: root, env }, (error, stdout, stderr) => {
      const lines = stderr.split("\n").filter((line) => line !== "" && !/^\w+ \d+\/\d+$/.test(line));
      resolve({ code: error ? 1 : 0, lines, stdout });
    });
  });
  return { ...ended, peak: Number(await readFile(peakFile, "utf8")) * 1024 };
}

const blanks = gzipSync(Buffer.alloc(2 ** 20, " "));
const letters = gzipSync(Buffer.alloc(2 ** 20, "a"));
const category = (id: string, more: object = {}) => ({
  id,
  name: id,
  path_from_root: [{ id, name: id }],
  ...more,
});
const one = (more: object) => JSON.stringify({ MLU1: category("MLU1", more) });

const trees: [sentence: string, content: string | Buffer, said: RegExp][] = [
  ["2 GiB of blanks in 2 MB", Buffer.concat(Array(2_000).fill(blanks)), /over 1024 MiB of text$/],
  [
    "a name without end",
    Buffer.concat([gzipSync('{"MLU1":{"name":"'), ...Array(500).fill(letters)]),
    /over 4 MiB/,
  ],
  ["a million levels", `{"MLU1":${"[".repeat(1_000_000)}`, /over 64 levels deep$/],
  ["a million values", `{"MLU1":[${"7,".repeat(1_000_000)}7]}`, /holds over 300000 values$/],
  [
    "settings of odd types",
    one({ settings: { currencies: 7 } }),
    /^line 1 of import: category MLU1: settings\.currencies: /,
  ],
  ["NUL", one({ name: "a\0b" }), /: name: must be Unicode text without NUL$/],
  ["half a character", one({ extra: ["\ud800"] }), /: extra\.0: must be Unicode text without NUL$/],
  [
    "the year 0",
    one({ date_created: "0000-01-01T00:00:00Z" }),
    /: date_created: must be a time of the years 1 to 9999$/,
  ],
  ["another site's", JSON.stringify({ MLA1: category("MLA1") }), /not an id of the site MLU$/],
  [
    "one id twice",
    `{"MLU1":${JSON.stringify(category("MLU1"))},"MLU1":${JSON.stringify(category("MLU1"))}}`,
    /twice$/,
  ],
  [
    "an orphan",
    one({
      path_from_root: [
        { id: "MLU9", name: "x" },
        { id: "MLU1", name: "x" },
      ],
    }),
    /MLU9 is not in the file$/,
  ],
];

describe("a category tree nobody should import", () => {
  test.each(trees)("is refused on one line, in little memory: %s", async (_, content, reason) => {
    const { code, lines, peak } = await importing("categories", content);
    expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringMatching(reason)] });
    expect(peak).toBeLessThan(most);
  });

  test("has up to twenty faults named, and the others counted", async () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`MLU${n}`, n]));
    const { lines } = await importing("categories", JSON.stringify(many));
    expect([lines.length, lines.at(-1)]).toEqual([21, "and 980 more"]);
  });
});

describe("a tree of many categories", () => {
  const below = (n: number, count: number) =>
    Array.from({ length: 20 }, (_, k) => 20 * n + k + 1).filter((k) => k < count);
  const above = (n: number): number[] => (n === 0 ? [0] : [...above(Math.floor((n - 1) / 20)), n]);
  const nameOf = (n: number) => ({ id: `MLU${n + 1}`, name: `Categoria ${n + 1}` });
  function* tree(count: number, last: object) {
    for (let n = 0; n < count; n++) {
      const children_categories = below(n, count).map(nameOf);
      const settings = { max_title_length: 60, currencies: null };
      const whole = { ...nameOf(n), path_from_root: above(n).map(nameOf), children_categories, settings };
      const text = JSON.stringify(n === count - 1 ? { ...whole, ...last } : whole);
      yield `${n === 0 ? "{" : ",\n"}"MLU${n + 1}":${text}`;
    }
    yield "}";
  }

  test("200 000, is refused for its last one, with its line, in under 500 MB", async () => {
    const { lines, peak } = await importing(
      "categories",
      Readable.from(tree(200_000, { attributable: "yes" })),
    );
    process.stdout.write(`\nhostile: 200 000 categories checked in ${Math.round(peak / 1024 ** 2)} MiB\n`);
    expect(lines).toEqual([
      expect.stringMatching(/^line 200000 of import: category MLU200000: attributable: /),
    ]);
    expect(peak).toBeLessThan(most);
  });

  test("5 000, is imported in under 500 MB", async () => {
    const { lines, stdout, peak } = await importing("categories", Readable.from(tree(5_000, {})));
    process.stdout.write(`\nhostile: 5 000 categories imported in ${Math.round(peak / 1024 ** 2)} MiB\n`);
    expect(lines.slice(0, 2)).toEqual([
      "MLU: what changes",
      "  categories  5000 added, 0 changed, 0 moved, 0 removed",
    ]);
    expect(stdout).toContain('{"loaded":5000,"deleted":0,"retired":0,"categories":{"added":5000,');
    expect(peak).toBeLessThan(most);
  });
});

describe("titles nobody should import", () => {
  const title = JSON.stringify({ title: "Una cosa", category_id: "MLU1" });
  const files: [sentence: string, content: string | Buffer, said: RegExp][] = [
    ["2 GiB of blanks", Buffer.concat(Array(2_000).fill(blanks)), /^line 1 of import is too long$/],
    [
      "a bad line after a thousand",
      `${`${title}\n`.repeat(1_000)}{"title":7}`,
      /^line 1001 of import: title: /,
    ],
  ];
  test.each(files)("are refused on one line, in little memory: %s", async (_, content, reason) => {
    const { code, lines, peak } = await importing("titles", content);
    expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringMatching(reason)] });
    expect(peak).toBeLessThan(most);
  });
});
