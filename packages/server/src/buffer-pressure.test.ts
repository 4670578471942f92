import { describe, expect, it } from "vitest";
import { countBodyBytes } from "./buffer-pressure.ts";

const piece = 64 * 1024;

describe("the buffers of large bodies", () => {
  it("are collected while bodies pass, and do not pile up", () => {
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    for (let passed = 0; passed < 256 * 1024 * 1024; passed += piece) {
      countBodyBytes(Buffer.from(new ArrayBuffer(piece)).length);
      if (passed % (1024 * 1024) === 0) most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
    expect(most).toBeLessThan(16 * 1024 * 1024);
  });

  it("are collected without a global gc", () => {
    expect(globalThis).not.toHaveProperty("gc");
  });
});
