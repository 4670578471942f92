import { describe, expect, it } from "vitest";
import { saleFeeOf } from "./fees.rules.ts";
import type { ListingTypeId } from "./listing-types.rules.ts";

const fee = (siteId: string, listingTypeId: ListingTypeId, price: string, places = 2, currencyId = "ARS") =>
  saleFeeOf({ siteId, listingTypeId, price, currencyId, places });

describe("the fee of a sale", () => {
  it.each([
    ["MLA", "gold_special", "10000", 1_300],
    ["MLA", "gold_pro", "10000", 3_600],
    ["MLA", "gold_special", "7999.99", 1_240],
    ["MLA", "gold_special", "8000", 1_040],
    ["MLA", "gold_pro", "1000", 560],
    ["MLA", "free", "1000", 0],
    ["MLB", "gold_special", "100", 13],
    ["MLB", "gold_pro", "100", 18],
    ["MLB", "free", "100", 0],
    ["MLB", "gold_premium", "100", 18],
    ["MLB", "silver", "100", 13],
    ["MLB", "gold_special", "0", 0],
  ] as const)("of %s, %s, for %s is %d", (site, type, price, amount) => {
    expect(fee(site, type, price).amount).toBe(amount);
  });

  it("is exact where floats are not, and rounds half up", () => {
    // 0.15 x 13 % = 0.0195; 1.50 x 13 % = 0.195, which as a float is less.
    expect(fee("MLB", "gold_special", "0.15").amount).toBe(0.02);
    expect(fee("MLB", "gold_special", "1.50").amount).toBe(0.2);
    expect(fee("MLB", "gold_pro", "9999999999999.99").amount).toBe(1_800_000_000_000);
    expect(fee("MLC", "gold_special", "1150", 0).amount).toBe(150);
  });

  it("has a fixed part in pesos only", () => {
    expect(fee("MLA", "gold_special", "1000", 2, "USD")).toMatchObject({ amount: 130, fixed: 0 });
  });

  it("lists its parts: percentage, financing and fixed fee", () => {
    expect(fee("MLA", "gold_pro", "1000")).toEqual({
      amount: 560,
      percentage: 36,
      meliPercentage: 13,
      financing: 23,
      fixed: 200,
    });
  });
});
