import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { progressOn } from "./progress.ts";
import { StartInterrupted } from "./start-interrupted.ts";

/** A log, and what was written to it. */
function log() {
  const output = new PassThrough();
  return { output, written: () => String(output.read() ?? "") };
}

describe("the steps of a start", () => {
  it("are shown with their outcome", async () => {
    const { output, written } = log();
    const { step } = progressOn(output);
    expect(await step("Postgres", async () => 7)).toBe(7);
    await expect(step("Databases", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(written()).toMatch(/^ {2}✓ Postgres \(\d\.\d s\)\n {2}✗ Databases\n$/);
  });

  it("end with the one in which a signal comes", async () => {
    const { output, written } = log();
    const interruption = new AbortController();
    const { step } = progressOn(output, interruption.signal);
    await step("Postgres", async () => interruption.abort());
    await expect(step("Databases", () => expect.unreachable())).rejects.toBeInstanceOf(StartInterrupted);
    expect(written()).not.toContain("Databases");
  });
});
