import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { preferredLanguage, separatorsIn, storeLanguage } from "./texts.ts";

const blocked = {
  configurable: true,
  get: () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  },
};

beforeEach(() => vi.stubGlobal("navigator", { languages: ["de-DE", "pt-BR", "es"] }));
afterEach(() => vi.unstubAllGlobals());

it("the browser's language is used where the browser blocks the data of sites", () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
  Object.defineProperty(globalThis, "localStorage", blocked);
  try {
    expect(preferredLanguage()).toBe("pt");
    expect(() => storeLanguage("es")).not.toThrow();
  } finally {
    if (before) Object.defineProperty(globalThis, "localStorage", before);
    else Reflect.deleteProperty(globalThis, "localStorage");
  }
});

it("a point groups the digits of Spanish and Portuguese numbers, and a comma those of English ones", () => {
  const point = { decimal: ",", group: "." };
  expect([separatorsIn("es"), separatorsIn("pt")]).toEqual([point, point]);
  expect(separatorsIn("en")).toEqual({ decimal: ".", group: "," });
});
