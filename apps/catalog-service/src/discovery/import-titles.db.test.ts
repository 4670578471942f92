import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { leafOf, smallTree, startCatalog } from "../catalog.fixture.ts";
import { ImportRefused } from "../tree/import.problems.ts";
import { discoverDomains } from "./discovery.service.ts";
import { evaluateSite, evaluateTitles } from "./evaluate-titles.service.ts";
import { importTitles } from "./import-titles.service.ts";
import { someTitles } from "./titles.fixture.ts";
import { trainSite } from "./training.service.ts";

const { deps } = await startCatalog();
const phones = leafOf("MLA-CELLPHONES").id;
const root = smallTree("MLA").find(({ isLeaf }) => !isLeaf)?.id;

const folder = mkdtempSync(join(tmpdir(), "titles-"));
afterAll(() => rmSync(folder, { recursive: true }));
function fileOf(content: string | Buffer): string {
  const file = join(folder, "titles.jsonl");
  writeFileSync(file, content);
  return file;
}
const line = (title: string, category_id = phones) => JSON.stringify({ title, category_id });
/** The beginning of a message about a line, and the words about a category, as patterns. */
const at = (number: number) => `^line ${number} of titles\\.jsonl`;
const noLeaf = "is no leaf category of";
/** Forty words that share no letters, so that none is like another or corrected to it. */
const wordsFrom = (letter: number) =>
  Array.from({ length: 40 }, (_, i) => String.fromCodePoint(...[0, 1, 2, 3].map((j) => letter + 4 * i + j)));
const known = () => deps.db.client.labeledTitle.count();
const best = async (title: string, siteId = "MLA") =>
  (await discoverDomains({ siteId, title, limit: 1, target: undefined }, deps))[0]?.category_id;

describe("an import of titles", () => {
  it("reads a gzip file of several sites, and its titles count at once", async () => {
    const brazilian = leafOf("MLB-NOTEBOOKS").id;
    const text = `\n${line("Bandoneta plegable")}\r\n${line("Caderneta dobrável", brazilian)}\n\n`;
    expect(await importTitles(deps, { file: fileOf(gzipSync(text)) })).toEqual({ imported: 2, skipped: 0 });
    expect(await best("bandoneta")).toBe(phones);
    expect(await best("CADERNETA DOBRAVEL", "MLB")).toBe(brazilian);
  });

  it("keeps the latest label of a known title", async () => {
    const before = await known();
    const moved = leafOf("MLA-NOTEBOOKS").id;
    const file = fileOf([line("Bandoneta plegable"), line("Bandoneta plegable", moved)].join("\n"));
    await importTitles(deps, { file });
    expect(await known()).toBe(before);
    expect(
      await deps.db.client.labeledTitle.findFirst({ where: { title: "Bandoneta plegable" } }),
    ).toMatchObject({ categoryId: moved, source: "import" });
  });

  it("skips titles of unknown categories with `skipUnknown`", async () => {
    const file = fileOf([line("Una cosa", "MLA999"), line("Otra cosa")].join("\n"));
    expect(await importTitles(deps, { file, skipUnknown: true })).toEqual({ imported: 1, skipped: 1 });
  });

  it.each<[string, string | Buffer, string, string?]>([
    ["a line that is cut off", `${line("Uno")}\n{"title": "Dos"`, `${at(2)} is not JSON: `],
    ["a line that is no object", `${line("Uno")}\n\n7`, `${at(3)}: the line: `],
    ["a title that is blank", line("  "), `${at(1)}: title: must not be blank$`],
    ["a title of invisible characters", line("\u200b"), `${at(1)}: title: must not be blank$`],
    ["a title with NUL", `${line("Uno")}\n${line("a\0b")}`, `${at(2)}: title: must be Unicode text`],
    ["a category with NUL", line("Uno", "\0ab"), `${at(1)}: category_id: must be text without`],
    ["half a character", line("a\ud800"), `${at(1)}: title: must be Unicode text`],
    ["what is no UTF-8", Buffer.from(`${line("Uno")}\n\xff`, "latin1"), `${at(2)} is not UTF-8 text: `],
    ["what is no category", line("Uno", "hello"), `${at(1)}: hello is no leaf category$`],
    ["a title of 513 characters", line("a".repeat(513)), `${at(1)}: title: `],
    ["a line without a category", '{"title": "Uno"}', `${at(1)}: category_id: `],
    ["an unknown category", `${line("Uno")}\n${line("Dos", "MLA999")}`, `${at(2)}: MLA999 ${noLeaf} MLA$`],
    ["a category that has children", line("Uno", root), `${at(1)}: ${root} ${noLeaf} MLA$`],
    ["a category of another site", line("Uno"), `${at(1)}: ${phones} ${noLeaf} MLB$`, "MLB"],
    ["a site that does not exist", line("Uno"), "^Site not found: MLX$", "MLX"],
    ["no title at all", "\n", "^titles\\.jsonl holds no title$"],
    ["half a gzip file", gzipSync(line("Uno")).subarray(0, 20), "is not a whole gzip file"],
    ["bytes that are not UTF-8", Buffer.from([0xff, 0xfe, 0x00]), "is not UTF-8 text"],
  ])("with %s is rejected with one line and changes nothing", async (_, content, reason, site) => {
    const before = await known();
    const refused = importTitles(deps, { file: fileOf(content), site });
    await expect(refused).rejects.toThrow(ImportRefused);
    await expect(refused).rejects.toThrow(new RegExp(reason));
    expect(await known()).toBe(before);
  });
});

describe("an evaluation", () => {
  const titles = someTitles("MLA").map(({ title, categoryId }) => line(title, categoryId));

  it("trains on most titles of a file, predicts the others and reports progress", async () => {
    const phases = new Set<string>();
    const result = await evaluateTitles(fileOf(titles.join("\n")), ({ phase }) => phases.add(phase));
    expect(phases).toEqual(new Set(["trained", "evaluated"]));
    expect(result.titles).toBeGreaterThan(30);
    expect(result.titles).toBeLessThan(titles.length / 3);
    expect(result.accuracyAt1).toBeGreaterThan(0.9);
    expect(result.accuracyAt4).toBeGreaterThanOrEqual(result.accuracyAt1);
  });

  it("uses the category paths of the file and ignores invalid ones", async () => {
    const words = { fruit: wordsFrom(0x4e00), tools: wordsFrom(0x5e00) };
    const fileWith = (path: (list: string[]) => unknown) =>
      fileOf(
        Object.entries(words)
          .flatMap(([category_id, list]) =>
            list.map((title) => JSON.stringify({ title, category_id, category_path: path(list) })),
          )
          .join("\n"),
      );
    // Each title is a unique word, so that only the names on its category's path can predict it.
    expect((await evaluateTitles(fileWith((list) => [list.join(" ")]))).accuracyAt1).toBe(1);
    expect((await evaluateTitles(fileWith((list) => list.join(" ")))).accuracyAt1).toBe(0);
  });

  it("predicts a whole file with a site's current model", async () => {
    const file = fileOf(titles.slice(0, 50).join("\n"));
    await importTitles(deps, { file });
    await trainSite("MLA", deps, { linearOnly: true });
    expect(await evaluateSite(deps, { file, site: "MLA" })).toMatchObject({ titles: 50, accuracyAt1: 1 });
    await expect(evaluateSite(deps, { file, site: "MLX" })).rejects.toThrow("Site not found: MLX");
  });

  it("rejects a file with too few titles", async () => {
    await expect(evaluateTitles(fileOf(line("Uno")))).rejects.toThrow(
      "1 titles are too few to hold some out",
    );
  });
});
