import { mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { linkLibraries } from "./library-links.ts";

it("links that no install script has made are made, and others stay", () => {
  const home = mkdtempSync(join(tmpdir(), "library-links-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  mkdirSync(join(home, "native/lib"), { recursive: true });
  const links = ["libpq.so", "libpq.so.5"].map((name) => ({
    source: "native/lib/libpq.so.5.18",
    target: `native/lib/${name}`,
  }));
  writeFileSync(join(home, "native/pg-symlinks.json"), JSON.stringify(links));
  writeFileSync(join(home, "native/lib/libpq.so.5.18"), "");
  linkLibraries(home);
  linkLibraries(home);
  for (const { target } of links) expect(readlinkSync(join(home, target))).toBe("libpq.so.5.18");
});

it("a package without a list has none", () => {
  expect(() => linkLibraries(join(tmpdir(), "there-is-no-such-package"))).not.toThrow();
});
