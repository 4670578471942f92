import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { itemBody, leafOf, startCatalog } from "../catalog.fixture.ts";
import { ImportRefused } from "../tree/import.problems.ts";
import { type ItemsImport, importItems } from "./import-items.service.ts";

const { deps } = await startCatalog();
const phones = leafOf("MLA-CELLPHONES").id;
const seller = 1_000_000_001;

const folder = mkdtempSync(join(tmpdir(), "items-"));
afterAll(() => rmSync(folder, { recursive: true }));
const refused = join(folder, "refused");
const file = join(folder, "items.jsonl");
beforeEach(async () => {
  rmSync(refused, { force: true });
  rmSync(`${refused}.errors`, { force: true });
  await deps.db.pool.query("DELETE FROM items");
});

const line = (title: string, changes: object = {}) =>
  JSON.stringify({ ...itemBody(title, phones), ...changes });
const lines = (count: number) => Array.from({ length: count }, (_, index) => line(`Número ${index + 1}`));
const run = (text: string | Buffer, options: Partial<ItemsImport> = {}) => {
  writeFileSync(file, text);
  return importItems(deps, { file, seller, refused, ...options });
};
const count = () => deps.db.client.item.count();

describe("an import of items", () => {
  it("lists those of a gzip file, tells its progress, and leaves no file of refused lines", async () => {
    const told: string[] = [];
    const onProgress: ItemsImport["onProgress"] = ({ phase, done, total }) =>
      told.push(`${phase} ${done}/${total}`);
    const text = gzipSync(lines(250).join("\n"));
    expect(await run(text, { onProgress })).toEqual({ listed: 250, refused: 0 });
    expect(await count()).toBe(250);
    expect(told).toEqual(["read 250/250", "listed 200/250", "listed 250/250"]);
    expect(existsSync(refused)).toBe(false);
  });

  it("writes refused lines as they were, and why", async () => {
    const wrong = line("Caro", { price: -1 });
    expect(await run([line("Uno"), wrong, "no", line("Dos")].join("\n"))).toEqual({ listed: 2, refused: 2 });
    expect(readFileSync(refused, "utf8")).toBe(`${wrong}\nno\n`);
    const errors = readFileSync(`${refused}.errors`, "utf8").trimEnd().split("\n");
    expect(errors.map((each) => JSON.parse(each))).toMatchObject([
      { line: 2, code: 400 },
      { line: 3, code: 400 },
    ]);
  });

  it("is refused before its first line when the refused ones could not be written", async () => {
    for (const wrong of [join(folder, "none", "refused"), folder]) {
      const text = [line("Uno"), "no"].join("\n");
      await expect(run(text, { refused: wrong })).rejects.toThrow(ImportRefused);
    }
    expect(await count()).toBe(0);
  });

  it("does not write into the file that it reads", async () => {
    const [text, link] = [[line("Uno"), "no"].join("\n"), join(folder, "link")];
    writeFileSync(file, text);
    symlinkSync(file, link);
    for (const same of [file, link])
      await expect(run(text, { refused: same })).rejects.toThrow("is the file that is imported");
    expect(readFileSync(file, "utf8")).toBe(text);
    const errors = join(folder, "corrected.errors");
    writeFileSync(errors, text);
    const asErrors = importItems(deps, { file: errors, seller, refused: join(folder, "corrected") });
    await expect(asErrors).rejects.toThrow("is the file that is imported");
    expect(readFileSync(errors, "utf8")).toBe(text);
  });

  it("lists nothing twice when it is repeated, unless with another key", async () => {
    const text = lines(3).join("\n");
    expect(await run(text)).toEqual({ listed: 3, refused: 0 });
    expect(await run(text)).toEqual({ listed: 3, refused: 0 });
    expect(await count()).toBe(3);
    await run(text, { key: "once more" });
    expect(await count()).toBe(6);
  });

  it("goes on where it was broken off", async () => {
    const stop = () => {
      throw new Error("broken off");
    };
    const text = lines(450).join("\n");
    const onProgress: ItemsImport["onProgress"] = ({ phase }) => phase === "listed" && stop();
    await expect(run(text, { onProgress })).rejects.toThrow("broken off");
    expect(await count()).toBe(200);
    expect(await run(text)).toEqual({ listed: 450, refused: 0 });
    expect(await count()).toBe(450);
  });

  it("needs a seller for each line", async () => {
    const text = [line("Uno"), line("Dos", { seller_id: seller })].join("\n");
    expect(await run(text, { seller: undefined })).toEqual({ listed: 1, refused: 1 });
    expect(readFileSync(`${refused}.errors`, "utf8")).toContain("seller_id is required");
    await expect(run(text, { seller: 4_900_000_001 })).rejects.toThrow(ImportRefused);
  });

  it("is refused when the file cannot be read", async () => {
    const missing = importItems(deps, { file: join(folder, "none"), seller, refused });
    await expect(missing).rejects.toThrow(ImportRefused);
  });
});
