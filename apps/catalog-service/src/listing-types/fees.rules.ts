import { type ListingTypeId, listingType } from "./listing-types.rules.ts";

/** Percent of the price: what the marketplace takes, and what installments add. */
interface Percentages {
  base: number;
  financing: number;
}

const percentagesOf = (siteId: string, id: ListingTypeId): Percentages => {
  const { mapping } = listingType(id);
  if (mapping === "free") return { base: 0, financing: 0 };
  if (mapping === "gold_special") return { base: 13, financing: 0 };
  return { base: 13, financing: siteId === "MLA" ? 23 : 5 };
};

/** In pesos of MLA: what a unit costs beside the percentage, below this price. */
const fixedFee = { siteId: "MLA", currencyId: "ARS", amount: 200, below: 8_000 };

/** The fee of a sale of one unit, in the currency of the price. */
export interface SaleFee {
  amount: number;
  percentage: number;
  meliPercentage: number;
  financing: number;
  fixed: number;
}

/** A decimal number as an integer of 1 / 10^6, the precision of prices here. */
const precision = 6;
const scaled = (amount: string): bigint => {
  const [whole = "0", fraction = ""] = amount.split(".");
  return BigInt(`${whole}${fraction.slice(0, precision).padEnd(precision, "0")}`);
};

/** Rounds `amount / 10^scale` half up to `places` decimals. */
function rounded(amount: bigint, scale: number, places: number): number {
  const unit = 10n ** BigInt(scale - places);
  return Number((amount + unit / 2n) / unit) / 10 ** places;
}

interface Sale {
  siteId: string;
  listingTypeId: ListingTypeId;
  /** A decimal number without sign. */
  price: string;
  currencyId: string;
  /** Decimals of the currency. */
  places: number;
}

/** The fee in integers: a percentage of a price that is a float would be off by fractions of cents. */
export function saleFeeOf({ siteId, listingTypeId, price, currencyId, places }: Sale): SaleFee {
  const { base, financing } = percentagesOf(siteId, listingTypeId);
  const amount = scaled(price);
  const isThere = siteId === fixedFee.siteId && currencyId === fixedFee.currencyId;
  const isSmall = isThere && amount < scaled(String(fixedFee.below));
  const fixed = isSmall && base > 0 ? fixedFee.amount : 0;
  const total = amount * BigInt(base + financing) + scaled(String(fixed)) * 100n;
  return {
    amount: rounded(total, precision + 2, places),
    percentage: base + financing,
    meliPercentage: base,
    financing,
    fixed,
  };
}
