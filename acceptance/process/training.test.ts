import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { refusedStart } from "../product/product.ts";
import { newDataDir, started } from "./running.ts";

const category = (id: string) => ({
  id,
  name: `Category ${id}`,
  path_from_root: [{ id, name: `Category ${id}` }],
});
const words = ["rojo", "azul", "negro", "blanco", "verde", "grande", "chico", "nuevo"];
const titles = words.flatMap((word) => [
  { title: `celular ${word}`, category_id: "MLU1" },
  { title: `zapatilla ${word}`, category_id: "MLU2" },
]);

/** The command-line tool of an installation, and files to hand it. */
function toolOf(dataDir: string) {
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await refusedStart({
      dataDir,
      command: ["node", "scripts/marketplace.mjs", ...args],
    });
    return { code, stdout, stderr };
  };
  const fileOf = async (name: string, content: string) => {
    const file = join(dirname(dataDir), name);
    await writeFile(file, content);
    return file;
  };
  const titlesFile = (name: string, some: typeof titles) =>
    fileOf(name, some.map((title) => JSON.stringify(title)).join("\n"));
  const importTree = async () => {
    const tree = JSON.stringify({ MLU1: category("MLU1"), MLU2: category("MLU2") });
    return run("import", "categories", await fileOf("tree.json", tree), "--site", "MLU");
  };
  return { run, titlesFile, importTree };
}

test("training says how long it takes and how far it is, and leaves out what has not changed", {
  timeout: 400_000,
}, async () => {
  const product = await started({ dataDir: await newDataDir(), seed: "none", prepared: true });
  // A product that runs trains what has changed by itself, once a minute.
  await product.stop();
  const { run, titlesFile, importTree } = toolOf(product.dataDir);
  const lines = await titlesFile("titles.jsonl", titles);
  expect((await importTree()).code).toBe(0);
  expect((await run("import", "titles", lines)).code).toBe(0);

  const first = await run("train");
  expect(first).toMatchObject({ code: 0, stdout: '{"site":"MLU","titles":16,"version":1}\n' });
  expect(first.stderr).toMatch(/^MLU: 16 titles \(16 new\) of 2 categories, about \d+ s$/m);
  expect(first.stderr).toMatch(/^MLU 100\/100$/m);
  const second = await run("train");
  expect(second).toMatchObject({ code: 0, stdout: '{"site":"MLU","skipped":true}\n' });
  expect(second.stderr).toMatch(/^MLU: no title has changed since its training of 20/m);
  expect((await run("train", "--site", "MLU")).stdout).toContain('"version":2');
  expect((await run("train", "--all")).stdout).toContain('"version":3');

  const evaluated = await run("evaluate", lines, "--site", "MLU");
  expect(evaluated.stderr).toMatch(/present model of MLU/);
  expect(evaluated.stderr).toMatch(/Of 16 titles the first prediction is right for [\d.]+ %/);
  expect(JSON.parse(evaluated.stdout)).toMatchObject({ titles: 16, "accuracy@1": expect.any(Number) });
  const help = await run("evaluate", "--help");
  expect(help.stdout).toMatch(/changes nothing: it trains a model on four fifths/);
});

test.each(["runs", "is stopped"])(
  "imports and trainings at once wait for each other while the product %s",
  {
    timeout: 400_000,
  },
  async (state) => {
    const product = await started({ dataDir: await newDataDir(), seed: "none", prepared: true });
    const { run, titlesFile, importTree } = toolOf(product.dataDir);
    expect((await importTree()).code).toBe(0);
    const files = await Promise.all([
      titlesFile("some.jsonl", titles.slice(0, 8)),
      titlesFile("others.jsonl", titles.slice(8)),
    ]);
    if (state === "is stopped") await product.stop();
    const train = () => run("train", "--site", "MLU");
    const [imports, trainings] = await Promise.all([
      Promise.all(files.map((file) => run("import", "titles", file))),
      Promise.all([train(), train()]),
    ]);
    const last = await train();
    for (const { code, stderr } of [...imports, ...trainings, last])
      expect({ code, stderr }).toMatchObject({ code: 0 });
    const versions = [...trainings, last].map(({ stdout }) => JSON.parse(stdout).version);
    expect(JSON.parse(last.stdout)).toMatchObject({ site: "MLU", titles: 16 });
    // A product that runs may have trained the site between them, too.
    expect(new Set(versions).size).toBe(3);
    expect(versions.at(-1)).toBe(Math.max(...versions));
  },
);
