import { describe, expect, it } from "vitest";
import { bytesPassed } from "./buffer-pressure.ts";

const piece = 64 * 1024;

describe("the buffers of bodies that pass", () => {
  it("are given back while they pass, and are not left to pile up", () => {
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    for (let passed = 0; passed < 256 * 1024 * 1024; passed += piece) {
      bytesPassed(Buffer.from(new ArrayBuffer(piece)).length);
      if (passed % (1024 * 1024) === 0) most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
    expect(most).toBeLessThan(16 * 1024 * 1024);
  });

  it("are given back by a collector that nobody else gets to see", () => {
    expect(globalThis).not.toHaveProperty("gc");
  });
});
