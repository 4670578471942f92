import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { launch, type Product } from "../product/product.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const areas = globSync("docs/areas/*.md", { cwd: root }).toSorted();
let folder = "";
let product: Product;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "marketplace-guide-"));
  product = await launch({ dataDir: join(folder, ".data"), prepared: true });
  return async () => {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  };
});

const textOf = (file: string): Promise<string> => readFile(join(root, file), "utf8");

const blocksOf = (page: string): string[] =>
  [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = ""]) => block);

/** The names that all examples use, as the first page defines them. */
async function namesFor({ baseUrl, dataDir }: Product): Promise<string> {
  const [, section = ""] = (await textOf("docs/start/integrator.md")).split("## Names");
  const [names = ""] = blocksOf(section);
  return names.replaceAll("http://127.0.0.1:8080", baseUrl).replaceAll(".data/", `${dataDir}/`);
}

/** Runs commands in bash. Each curl prints its request and status to standard error. */
function paste(commands: string, cwd: string): Promise<string[]> {
  const told = `curl() { command curl -sS -w '%{stderr}%{method} %{url_effective} %{http_code}\\n' "$@"; }`;
  const env = { ...process.env, PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}` };
  return new Promise((resolve, reject) => {
    execFile("bash", ["-ec", `${told}\n${commands}`], { cwd, env }, (error, _, stderr) => {
      if (error) reject(new Error(`${error.message}\n${stderr}`));
      else resolve(stderr.split("\n").filter((line) => line !== ""));
    });
  });
}

/** The status that each curl is to be answered with: `# 404` at the end of its line, or a success. */
const expectedOf = (commands: string): RegExp[] =>
  commands
    .split("\n")
    .filter((line) => /(?:^|\(|\s)curl /.test(line) && !line.startsWith("#"))
    .map((line) => new RegExp(` ${/# (\d{3})$/.exec(line)?.[1] ?? "2\\d\\d"}$`));

describe("the guide", () => {
  test("has a page with examples for each area", () => expect(areas.length).toBeGreaterThan(7));

  test.each([...areas, "docs/start/integrator.md"])("runs the examples of %s", async (file) => {
    const commands = blocksOf((await textOf(file)).replace(/## Start it[\s\S]*?## Names/, "")).join("\n");
    const names = file.startsWith("docs/start/") ? "" : await namesFor(product);
    const local = commands
      .replaceAll("http://127.0.0.1:8080", product.baseUrl)
      .replaceAll(".data/", `${product.dataDir}/`);
    const requests = await paste(`${names}\n${local}`, dirname(product.dataDir));
    const expected = expectedOf(commands);
    expect(expected.length).toBeGreaterThan(1);
    expect(requests).toHaveLength(expected.length);
    requests.forEach((request, index) => {
      expect(request).toMatch(expected[index] ?? /^$/);
    });
  });
});
