import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

interface Report {
  testResults: { assertionResults: { ancestorTitles: string[]; title: string; status: string }[] }[];
}

/** Runs the suite in its own vitest and returns the titles of the tests by outcome. */
function outcomes(): { passed: string[]; failed: string[] } {
  const vitest = join(createRequire(import.meta.url).resolve("vitest/package.json"), "../vitest.mjs");
  const config = join(import.meta.dirname, "broken/vitest.config.ts");
  const folder = mkdtempSync(join(tmpdir(), "conforms-"));
  const outputFile = join(folder, "report.json");
  spawnSync(process.execPath, [
    vitest,
    "run",
    "--config",
    config,
    "--reporter=json",
    `--outputFile=${outputFile}`,
  ]);
  // vitest's json reporter writes this form.
  const report = JSON.parse(readFileSync(outputFile, "utf8")) as Report;
  rmSync(folder, { recursive: true });
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const titled = (status: string) =>
    tests
      .filter((test) => test.status === status)
      .map(({ ancestorTitles, title }) => [...ancestorTitles.slice(1), title].join(": "));
  return { passed: titled("passed"), failed: titled("failed") };
}

it("a server that keeps no convention fails, and so does an operation without an example", () => {
  const { passed, failed } = outcomes();
  expect(failed).toContain("has an example for each of its operations, and no other");
  expect(failed.filter((title) => title.includes("deleteNote")).length).toBeGreaterThan(3);
  // The tests that still pass check the declaration itself, or hold for a server with one constant answer.
  expect(passed.toSorted()).toMatchInlineSnapshot(`
    [
      "DELETE /notes/{id} (deleteNote): has examples of its request and of its answer in the documentation, which fit",
      "GET /notes (searchNotes): answers a path with a trailing slash alike",
      "GET /notes (searchNotes): has examples of its request and of its answer in the documentation, which fit",
      "GET /notes (searchNotes): with attributes: returns only the named fields, in the resource's own order",
      "GET /notes (searchNotes): with callback: ignores an empty name and HEAD",
      "GET /notes/{id} (getNote): answers a path with a trailing slash alike",
      "GET /notes/{id} (getNote): has examples of its request and of its answer in the documentation, which fit",
      "GET /notes/{id} (getNote): with attributes: returns only the named fields, in the resource's own order",
      "GET /notes/{id} (getNote): with callback: ignores an empty name and HEAD",
      "GET /notes/{id}/print (printNote): answers 304 to the ETag it gave",
      "GET /notes/{id}/print (printNote): answers a path with a trailing slash alike",
      "GET /notes/{id}/print (printNote): has examples of its request and of its answer in the documentation, which fit",
      "GET /notes/{id}/print (printNote): with callback: ignores an empty name and HEAD",
      "POST /notes (createNote): has examples of its request and of its answer in the documentation, which fit",
      "gives each operation an example path of its own template",
      "gives every field of its answers a type",
      "says in words what each field and operation is",
      "takes Idempotency-Key wherever a JSON POST creates",
    ]
  `);
}, 120_000);
