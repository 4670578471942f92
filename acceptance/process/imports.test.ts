import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { refusedStart } from "../product/product.ts";
import { newDataDir, started } from "./running.ts";

const named = (id: string) => ({ id, name: `Category ${id}` });
const category = (id: string, more: object = {}) => ({ ...named(id), path_from_root: [named(id)], ...more });
const attributes = ["BRAND", "MODEL"].map((id) => ({ id, name: id, value_type: "string", tags: {} }));
const whole = {
  MLU1: category("MLU1", { attributes }),
  MLU2: category("MLU2", { attributes: [] }),
};

test("an import that would lose something asks first, tells what it lost, and can be undone", {
  timeout: 400_000,
}, async () => {
  const { dataDir } = await started({ dataDir: await newDataDir(), seed: "none", prepared: true });
  const file = join(dirname(dataDir), "tree.json");
  const run = async (...words: string[]) => {
    const command: [string, ...string[]] = [
      "node",
      "scripts/marketplace.mjs",
      "import",
      ...words,
      "--site",
      "MLU",
    ];
    const { code, stdout, stderr } = await refusedStart({ dataDir, command });
    return { code, stderr, result: stdout === "" ? undefined : JSON.parse(stdout) };
  };
  const importing = async (tree: object, ...words: string[]) => {
    await writeFile(file, JSON.stringify(tree));
    return run("categories", file, ...words);
  };

  expect(await importing(whole)).toMatchObject({
    code: 0,
    result: { loaded: 2, categories: { added: 2, removed: 0 } },
  });
  // As GET /sites/{site}/categories/all answers it: without attributes.
  expect(await importing({ MLU1: category("MLU1"), MLU2: category("MLU2") })).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("MLU: nothing changes"),
    result: { loaded: 2, attributes: { added: 0, changed: 0, removed: 0 } },
  });

  const less = { MLU1: category("MLU1", { attributes: attributes.slice(0, 1) }) };
  const dry = await importing(less, "--dry-run");
  expect(dry).toMatchObject({
    code: 0,
    result: { dry_run: true, loses: true, categories: { removed: 1 }, attributes: { removed: 1 } },
  });
  for (const line of ["- MLU1 Category MLU1: attribute MODEL", "- MLU2 Category MLU2"])
    expect(dry.stderr).toContain(line);
  const refused = await importing(less);
  expect({ code: refused.code, result: refused.result }).toEqual({ code: 2, result: undefined });
  expect(refused.stderr).toMatch(/Nothing was changed: agree to that with --yes/);
  expect((await run("undo", "--dry-run")).result).toMatchObject({ categories: { removed: 2 } });

  expect((await importing(less, "--yes")).result).toMatchObject({
    loaded: 1,
    deleted: 1,
    categories: { removed: 1 },
    attributes: { removed: 1 },
  });
  expect(await run("undo")).toMatchObject({
    code: 0,
    result: { loaded: 2, categories: { added: 1 }, attributes: { added: 1 } },
  });
  expect(await run("undo")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("There is no import of MLU to undo"),
  });
});
