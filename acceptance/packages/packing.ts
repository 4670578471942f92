import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Checks } from "../compose/checks.ts";
import { root, run } from "./programs.ts";

export interface Tarball {
  name: string;
  path: string;
  /** Whether it is installed here: the helper of Testcontainers needs an engine. */
  runsHere: boolean;
}

/** The folders of the packages that are published. */
const published = ["client", "sandbox-client", "marketplace-api", "testcontainers"].map(
  (name) => `packages/${name}`,
);

const pnpm = (words: string[], cwd: string) => run("pnpm", words, { cwd });

/** Builds all packages, and packs each as it is published. */
export async function packAll(destination: string): Promise<Tarball[]> {
  const filters = published.map((folder) => `--filter=./${folder}`);
  const built = await pnpm(["exec", "turbo", "run", "build", ...filters, "--log-prefix=none"], root);
  for (const [line] of built.matchAll(/^unpacked {2,}.*$/gm)) process.stdout.write(`${line}\n`);
  const tarballs: Tarball[] = [];
  for (const folder of published) {
    const cwd = join(root, folder);
    const { name } = JSON.parse(await readFile(join(cwd, "package.json"), "utf8")) as { name: string };
    const said = await pnpm(["pack", "--json", "--pack-destination", destination], cwd);
    const { filename } = JSON.parse(said) as { filename: string };
    const path = join(destination, filename.split("/").at(-1) ?? "");
    tarballs.push({ name, path, runsHere: !name.endsWith("/testcontainers") });
  }
  return tarballs;
}

interface Manifest {
  version: string;
  license?: string;
  repository?: { url: string };
  dependencies?: Record<string, string>;
  scripts?: Record<string, string>;
  publishConfig?: { provenance?: boolean };
}

/** What a tarball must have, and must not. */
export async function checkContents(checks: Checks, tarballs: readonly Tarball[]): Promise<void> {
  for (const { name, path } of tarballs) {
    const cwd = root;
    const files = (await run("tar", ["-tzf", path], { cwd })).trim().split("\n");
    const text = await run("tar", ["-xzOf", path, "package/package.json"], { cwd });
    const { dependencies = {}, scripts = {}, ...manifest } = JSON.parse(text) as Manifest;
    const ranges = Object.values(dependencies);
    checks.that(
      `${name} depends on nothing of the workspace`,
      !ranges.some((range) => /:/.test(range)),
      ranges,
    );
    const hooks = Object.keys(scripts).filter((script) => /^(?:pre|post)?install$|^prepare$/.test(script));
    checks.that(`${name} runs nothing at its install`, hooks.length === 0, hooks);
    const sources = files.filter((file) => /(?<!\.d)\.ts$|\.map$|\.test\./.test(file));
    checks.that(`${name} has no sources, tests and maps`, sources.length === 0, sources);
    const told = ["LICENSE", "README.md"].every((file) => files.includes(`package/${file}`));
    const { license, repository, publishConfig } = manifest;
    const ready = told && license === "Apache-2.0" && repository && publishConfig?.provenance === true;
    checks.that(`${name} says its license and where it comes from`, ready === true);
  }
}
