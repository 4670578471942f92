import { describe, expect, it } from "vitest";
import { GrowableBuffer } from "./growable-buffer.service.ts";
import { bytesPerUpload, createMemoryBudget } from "./memory-budget.service.ts";

const memory = (uploads: number, ofAnAddress = uploads) =>
  createMemoryBudget({ bytes: uploads * bytesPerUpload, bytesPerAddress: ofAnAddress * bytesPerUpload });

describe("the memory budget of unauthenticated uploads", () => {
  it("limits one address and leaves memory to others", () => {
    const shared = memory(10, 2);
    shared.enter("a");
    shared.enter("a");
    expect(() => shared.enter("a")).toThrow(expect.objectContaining({ status: 429 }));
    shared.enter("b");
  });

  it("limits all addresses together", () => {
    const shared = memory(3);
    for (const address of ["a", "b", "c"]) shared.enter(address);
    expect(() => shared.enter("d")).toThrow(expect.objectContaining({ status: 503 }));
  });

  it("says when to try again", () => {
    const refused = () => memory(1, 0).enter("a");
    expect(refused).toThrow(expect.objectContaining({ headers: { "Retry-After": "5" } }));
  });

  it("is released once, without the bytes of a file that did not fit", () => {
    const shared = memory(2);
    const upload = shared.enter("a");
    upload.take(bytesPerUpload);
    expect(() => upload.take(1)).toThrow(expect.objectContaining({ status: 429 }));
    expect(shared.taken()).toBe(2 * bytesPerUpload);
    upload.release();
    upload.release();
    upload.take(1);
    expect(shared.taken()).toBe(0);
    shared.enter("a").take(bytesPerUpload);
  });
});

describe("a file in memory", () => {
  it("keeps its bytes in any chunks, and reserves its capacity", () => {
    let room = 0;
    const held = new GrowableBuffer(100_000, (bytes) => {
      room += bytes;
    });
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, n) => n % 251));
    for (let at = 0; at < bytes.length; at += 7) expect(held.append(bytes.subarray(at, at + 7))).toBe(true);
    expect(held.bytes.equals(bytes)).toBe(true);
    expect(room).toBe(100_000);
    expect(held.append(Buffer.alloc(1))).toBe(false);
  });
});
