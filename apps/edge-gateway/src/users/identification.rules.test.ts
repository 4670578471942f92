import { describe, expect, it } from "vitest";
import { inventedIdentification } from "./identification.rules.ts";

describe("an invented document", () => {
  // Check digits as the rules of each country give them; the CNPJ and the NIT are known examples.
  it.each([
    ["MLA", { type: "DNI", number: "20123456" }],
    ["MLB", { type: "CPF", number: "20123456037" }],
    ["MLC", { type: "RUT", number: "20123456-5" }],
    ["MLM", { type: "RFC", number: "XAXX010101000" }],
    ["MCO", { type: "CC", number: "20123456" }],
    ["MLU", { type: "CI", number: "20123454" }],
    ["MPE", { type: "CI", number: "20123456" }],
  ])("of a person in %s has fitting check digits", (siteId, document) => {
    expect(inventedIdentification(siteId, "20123456")).toEqual(document);
  });

  it.each([
    ["MLA", "11222333", { type: "CUIT", number: "30112223335" }],
    ["MLB", "11222333", { type: "CNPJ", number: "11222333000181" }],
    ["MCO", "00197268", { type: "NIT", number: "800197268-4" }],
  ])("of a firm in %s has fitting check digits", (siteId, digits, document) => {
    expect(inventedIdentification(siteId, digits, { firm: true })).toEqual(document);
  });

  it("of a firm in Argentina never has the check digit 10", () => {
    const numbers = Array.from({ length: 200 }, (_, index) =>
      inventedIdentification("MLA", String(20_000_000 + index), { firm: true }),
    );
    expect(numbers.every(({ number }) => /^3[03]\d{9}$/.test(number))).toBe(true);
    expect(numbers.some(({ number }) => number.startsWith("33"))).toBe(true);
  });

  it("of a firm without a document of its own is a person's", () => {
    expect(inventedIdentification("MLC", "20123456", { firm: true }).type).toBe("RUT");
  });
});
