import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, onTestFailed, onTestFinished, test } from "vitest";
import { sendTo } from "../api/api.ts";
import { servicesOf } from "../product/processes.ts";
import { freePort, launch, type Product } from "../product/product.ts";
import { command } from "./command-line.ts";
import { walkFiveMinutes } from "./five-minutes.ts";
import { started } from "./running.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const textOf = (page: string): string => readFileSync(join(root, page), "utf8");
const tool = textOf("docs/command-line.md");
let folder = "";
let product: Product;

async function start(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), "marketplace-readme-"));
  // The commands read .data of the current folder.
  product = await launch({ dataDir: join(folder, ".data"), prepared: true });
}
async function stop(): Promise<void> {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}
beforeAll(start);
afterAll(stop);

/** What is written for a new product meets one in a second try, too. */
const startAgainWhenFailed = () =>
  onTestFailed(async () => {
    await stop();
    await start();
  });

/** Pastes the five minutes beside a running product's `.data`. */
const pasteFiveMinutes = ({ baseUrl, dataDir }: Product): Promise<void> =>
  walkFiveMinutes({ baseUrl, folder: dirname(dataDir) });

describe("README and its pages", () => {
  test("the five minutes work when pasted: every request is answered with success", async () => {
    startAgainWhenFailed();
    await pasteFiveMinutes(product);
  });

  test("the five minutes work with --split, too", { timeout: 400_000 }, async () => {
    const other = await mkdtemp(join(tmpdir(), "marketplace-readme-split-"));
    onTestFinished(() => rm(other, { recursive: true, force: true }));
    expect(textOf("docs/start/running.md")).toContain("`start --split`");
    const split = await started({
      dataDir: join(other, ".data"),
      prepared: true,
      command: ["node", "scripts/start.mjs", "--split"],
    });
    expect(servicesOf(split.dataDir)).toHaveLength(6);
    await pasteFiveMinutes(split);
  });

  test("the receiver of notifications prints what arrives, and ends by Ctrl-C", {
    timeout: 400_000,
  }, async () => {
    const { users, fixtures } = product.sandbox;
    const env = { ...process.env, PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}` };
    const [, words = ""] =
      /`npx -y pnpm@[\d.]+ marketplace (listen [^`]+)`/.exec(textOf("docs/start/five-minutes.md")) ?? [];
    const listener = spawn("node", ["scripts/marketplace.mjs", ...words.split(" ")], {
      cwd: root,
      env: { ...env, DATA_DIR: product.dataDir },
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void listener.kill("SIGKILL"));
    const ended = once(listener, "close");
    let said = "";
    listener.stdout.on("data", (chunk) => (said += String(chunk)));
    await expect.poll(() => said).toContain("Listening for questions");
    const body = { item_id: fixtures.item_active, text: "¿Llega el lunes?" };
    await sendTo(product.baseUrl, "POST", { path: "/questions", as: users.buyer_mla, body });
    await expect.poll(() => said).toMatch(/questions {2}\/questions\/\d+ .* signature ok/);
    listener.kill("SIGINT");
    expect(await ended).toEqual([0, null]);
  });

  test("commands of the tool do what their table says, while the product runs", {
    timeout: 400_000,
  }, async () => {
    startAgainWhenFailed();
    const { users, fixtures } = product.sandbox;
    const ask = (path: string) => sendTo(product.baseUrl, "GET", { path, as: users.seller_mla });
    const tree = await ask("/sites/MLA/categories/all");
    await writeFile(join(folder, "tree.json.gz"), gzipSync(tree.text));
    const titles = Array.from({ length: 60 }, (_, n) => ({
      title: `Celular Samsung Galaxy A${n} ${n % 2 ? "negro" : "azul"}`,
      category_id: fixtures.category_leaf,
    }));
    await writeFile(
      join(folder, "titles.jsonl"),
      titles.map((title) => `${JSON.stringify(title)}\n`).join(""),
    );
    const item = {
      title: "Celular de un archivo",
      category_id: fixtures.category_leaf,
      price: 10,
      attributes: [
        { id: "BRAND", value_name: "Samsung" },
        { id: "MODEL", value_name: "Galaxy" },
      ],
      seller_id: users.seller_mla.id,
    };
    await writeFile(join(folder, "items.jsonl"), `${JSON.stringify(item)}\n{}\n`);
    const port = await freePort();
    const integration = join(root, "packages/sandbox/src/certifications/integration.child.ts");
    const runs: Record<string, [words: string[], said: RegExp]> = {
      "import categories FILE --site MLA": [
        ["import", "categories", join(folder, "tree.json.gz"), "--site", "MLA"],
        /"loaded":\d+/,
      ],
      "import undo --site MLA": [["import", "undo", "--site", "MLA"], /^\{/],
      "import items FILE": [["import", "items", join(folder, "items.jsonl")], /"listed":1,"refused":1,/],
      "import titles FILE": [["import", "titles", join(folder, "titles.jsonl")], /^\{/],
      "train [--site MLA] [--all]": [["train", "--site", "MLA", "--all"], /"site":"MLA"/],
      "evaluate FILE": [["evaluate", join(folder, "titles.jsonl")], /"accuracy@1"/],
      // A new folder, also in a second attempt.
      "backup FOLDER": [["backup", join(folder, `copy-${randomUUID()}`)], /"files":\d+/],
      "world create": [["world", "create", "--ttl", "60"], /"access_token"/],
      "sandbox OPERATION": [["sandbox", "listWorlds"], /"id":\s*"default"/],
      "trigger [EVENT] --set NAME=VALUE": [
        ["trigger", "question.asked", "--set", "text=¿Viene con caja?"],
        /"question_id":\s*\d+/,
      ],
      "certify --url URL --exec COMMAND": [
        ["certify", "--url", `http://127.0.0.1:${port}/`, "--exec", `node ${integration} ${port}`],
        /^passed: 25 passed, 0 failed, 0 skipped$/m,
      ],
      "invoices reconcile [--mend]": [["invoices", "reconcile"], /"differences":0/],
    };
    // These need an operator's deployment, or a signal to end: other tests run them.
    const elsewhere = /^(listen|record|drift|mcp|seed demo|bootstrap|users|applications|tokens)\b/;
    for (const name of toolCommands().filter((name) => !elsewhere.test(name)))
      expect(runs, name).toHaveProperty([name]);
    for (const [words, said] of Object.values(runs)) {
      const { code, stdout, complaint } = await command(product.dataDir, words);
      expect({ words, code, complaint }).toMatchObject({ code: 0 });
      expect(stdout).toMatch(said);
    }
  });
});

/** The commands of the table of the command-line tool. */
function toolCommands(): string[] {
  return [...tool.matchAll(/^\| `([^`]+)`/gm)].map(([, command = ""]) => command);
}
