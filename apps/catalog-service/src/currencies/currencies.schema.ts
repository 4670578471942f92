import { z } from "zod";

export const CurrencyWire = z
  .object({
    id: z.string().describe("ISO 4217 code"),
    description: z.string().describe("Name"),
    symbol: z.string().describe("Symbol written before an amount"),
    decimal_places: z.int().describe("Digits after the decimal point"),
  })
  .meta({ id: "Currency" });
