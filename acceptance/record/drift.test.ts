import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { baseUrl } from "../api/api.ts";
import { fixtures } from "../api/world.ts";
import { worldOfFile } from "../sandbox/lab.ts";
import { type Altered, alteredProduct, newFolder, run, startRecorder } from "./commands.ts";

// Each starts a command, which makes a hundred reads at most.
vi.setConfig({ testTimeout: 300_000 });

interface Drift {
  score: number;
  reads: { operation: string; target: string; score: number; differences: { kind: string; at: string }[] }[];
  skipped: { operation: string }[];
}

// A world of its own: other tests change the demo between two reads.
const world = worldOfFile();
const token = () => world().users.seller_mla.access_token;
const toBase = () => ["--base", baseUrl, "--token-base", token()];

async function driftTo(against: string, ...words: string[]) {
  const said = await run([
    "drift",
    ...toBase(),
    "--against",
    against,
    "--token",
    token(),
    "--json",
    ...words,
  ]);
  // Without a report it says why.
  if (said.stdout === "") throw new Error(said.stderr);
  return { ...said, drift: JSON.parse(said.stdout) as Drift };
}

/** The differences, one in a line. */
const foundIn = ({ reads }: Drift) =>
  reads.flatMap(({ operation, differences }) =>
    differences.map(({ kind, at }) => `${operation}: ${kind} ${at}`.trim()),
  );

const item = `/items/${fixtures.item_active}`;

/** A list of reads, as a file. */
async function listOf(...lines: string[]): Promise<string> {
  const file = join(await newFolder(), "operations.txt");
  await writeFile(file, lines.join("\n"));
  return file;
}

type Fields = Record<string, unknown>;
const changed = (change: (fields: Fields) => Fields) => (answer: Altered) => ({
  ...answer,
  json: change(answer.json as Fields),
});

const kinds: Record<string, [alter: (answer: Altered) => Altered, found: string]> = {
  status: [(answer) => ({ ...answer, status: 403 }), "status"],
  "a field that was added": [changed((fields) => ({ ...fields, gtin: "1" })), "field-added gtin"],
  "a field that was removed": [changed(({ title: _, ...fields }) => fields), "field-removed title"],
  "a type": [changed((fields) => ({ ...fields, price: String(fields.price) })), "type price"],
  "a null": [changed((fields) => ({ ...fields, category_id: null })), "null category_id"],
  "a value of an enum": [changed((fields) => ({ ...fields, status: "not_yet_active" })), "enum status"],
  "a header": [
    (answer) => {
      answer.headers.delete("etag");
      return answer;
    },
    "header etag",
  ],
  "a field of an element": [
    changed((fields) => ({
      ...fields,
      attributes: (fields.attributes as Fields[]).map(({ name: _, ...attribute }) => attribute),
    })),
    "field-removed attributes[].name",
  ],
};

describe("drift", () => {
  test("gives a faithful second instance 100 in every operation", async () => {
    const { code, drift, stderr } = await driftTo(await alteredProduct((_, answer) => answer));
    expect({ code, stderr, found: foundIn(drift) }).toEqual({ code: 0, stderr: "", found: [] });
    expect(drift.score).toBe(100);
    expect(drift.reads.length).toBeGreaterThan(80);
    expect(new Set(drift.reads.map(({ score }) => score))).toEqual(new Set([100]));
  });

  test.each(Object.entries(kinds))("finds %s, and nothing else", async (_, [alter, found]) => {
    const operations = await listOf(item, "/users/me");
    const against = await alteredProduct((path, answer) => (path === item ? alter(answer) : answer));
    const { code, drift } = await driftTo(against, "--operations", operations);
    expect(foundIn(drift)).toEqual([`getItem: ${found}`]);
    expect(code).toBe(1);
    expect(drift.score).toBeLessThan(100);
    expect(drift.reads.find(({ operation }) => operation === "getMe")?.score).toBe(100);
  });

  test("of all at once finds each, and writes them to JUnit and SARIF", async () => {
    const folder = await newFolder();
    const [junit, sarif] = [join(folder, "drift.xml"), join(folder, "drift.sarif")];
    const all = Object.values(kinds)
      .slice(1)
      .map(([alter]) => alter);
    const against = await alteredProduct((path, answer) =>
      path === item ? all.reduce((so, alter) => alter(so), answer) : answer,
    );
    const words = [
      "--operations",
      await listOf(item),
      "--min-score",
      "50",
      "--junit",
      junit,
      "--sarif",
      sarif,
    ];
    const { code, drift } = await driftTo(against, ...words);
    const found = Object.values(kinds)
      .slice(1)
      .map(([, one]) => `getItem: ${one}`);
    expect(foundIn(drift).sort()).toEqual(found.sort());
    // It is above the least score.
    expect(code).toBe(0);
    const log = JSON.parse(await readFile(sarif, "utf8"));
    expect(log.runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId).sort()).toEqual(
      drift.reads.flatMap(({ differences }) => differences.map(({ kind }) => kind)).sort(),
    );
    expect(await readFile(junit, "utf8")).toContain("type price: number -&gt; string");
  });

  test("repeats the reads of a recording", async () => {
    const recorder = await startRecorder();
    const headers = { Authorization: `Bearer ${token()}` };
    for (const target of [item, "/users/me", `${item}?attributes=id,price`])
      await (await fetch(recorder.url + target, { headers })).text();
    await recorder.stop();
    const against = await alteredProduct((path, answer) =>
      path === item ? changed(({ price: _, ...fields }) => fields)(answer) : answer,
    );
    const { drift } = await driftTo(against, "--operations", recorder.file);
    expect(drift.reads.map(({ target }) => target)).toEqual([
      item,
      "/users/me",
      `${item}?attributes=id,price`,
    ]);
    expect(foundIn(drift)).toEqual(["getItem: field-removed price", "getItem: field-removed price"]);
  });

  test("is refused with the reason", async () => {
    const list = await listOf("getItme");
    const refusals = [
      [["--against", "http://127.0.0.1:9"], "http://127.0.0.1:9/ does not answer"],
      [["--against", baseUrl, "--operations", list], "there is no read getItme"],
      [["--against", baseUrl, "--operations", `${list}.none`], "cannot be read"],
      [["--against", "ftp://a"], "Say an address such as"],
      [["--against", baseUrl, "--min-score", "101"], "It must be a number from 0 to 100"],
    ] as const;
    for (const [words, reason] of refusals)
      expect(await run(["drift", ...toBase(), ...words])).toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringContaining(reason),
      });
  });
});
