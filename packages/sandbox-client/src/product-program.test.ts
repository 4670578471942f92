import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findProgram } from "./product-program.ts";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "product-program-")));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("the product that a sandbox starts", () => {
  it("is the repository's, where this package lies in it", () => {
    expect(findProgram(folder)).toMatchObject({
      command: "node",
      args: [expect.stringMatching(/start\.mjs$/)],
    });
  });

  it("is the installed package's elsewhere", () => {
    const installed = join(folder, "node_modules/marketplace-api");
    mkdirSync(installed, { recursive: true });
    writeFileSync(join(installed, "package.json"), JSON.stringify({ name: "marketplace-api" }));
    expect(findProgram(folder, folder)).toEqual({
      command: process.execPath,
      args: [join(installed, "bin/marketplace-api.js"), "start"],
      cwd: folder,
      env: {},
    });
  });

  it("is none without either, and the error says what to do", () => {
    expect(() => findProgram(folder, folder)).toThrow("install the package marketplace-api");
  });
});
