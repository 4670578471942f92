import type { Site } from "../sites/sites.service.ts";

type Language = Site["language"];

interface ListingType {
  id: ListingTypeId;
  /** In Spanish and Portuguese. */
  names: Record<Language, string>;
  exposure: "highest" | "high" | "mid" | "low" | "lowest";
  requiresPicture: boolean;
  /** The type whose fees apply to it. */
  mapping: "gold_pro" | "gold_special" | "free";
}

/** The best first. */
export const listingTypeIds = [
  "gold_pro",
  "gold_premium",
  "gold_special",
  "gold",
  "silver",
  "bronze",
  "free",
] as const;
export type ListingTypeId = (typeof listingTypeIds)[number];

const type = (
  id: ListingTypeId,
  [es, pt]: readonly [string, string],
  rest: Omit<ListingType, "id" | "names">,
): ListingType => ({ id, names: { es, pt }, ...rest });

const types: Readonly<Record<ListingTypeId, ListingType>> = {
  gold_pro: type("gold_pro", ["Premium", "Premium"], {
    exposure: "highest",
    requiresPicture: true,
    mapping: "gold_pro",
  }),
  gold_premium: type("gold_premium", ["Oro Premium", "Diamante"], {
    exposure: "highest",
    requiresPicture: true,
    mapping: "gold_pro",
  }),
  gold_special: type("gold_special", ["Clásica", "Clássico"], {
    exposure: "highest",
    requiresPicture: false,
    mapping: "gold_special",
  }),
  gold: type("gold", ["Oro", "Ouro"], { exposure: "high", requiresPicture: false, mapping: "gold_special" }),
  silver: type("silver", ["Plata", "Prata"], {
    exposure: "mid",
    requiresPicture: false,
    mapping: "gold_special",
  }),
  bronze: type("bronze", ["Bronce", "Bronze"], {
    exposure: "low",
    requiresPicture: false,
    mapping: "gold_special",
  }),
  free: type("free", ["Gratuita", "Grátis"], { exposure: "lowest", requiresPicture: false, mapping: "free" }),
};

export const listingType = (id: ListingTypeId): ListingType => types[id];

/** Types of other services and of older data are none of ours. */
export const isListingType = (id: string): id is ListingTypeId => listingTypeIds.some((each) => each === id);

export const requiresPicture = (id: string): boolean => isListingType(id) && types[id].requiresPicture;

/** The types that sellers choose from today; the others are of older listings and of classifieds. */
export const availableTypes = [
  "gold_pro",
  "gold_special",
  "free",
] as const satisfies readonly ListingTypeId[];

const ranks: readonly string[] = listingTypeIds;
const rankOf = (id: string): number => ranks.indexOf(id);

/** The types that a listing may change to: never free, which has to be chosen at its beginning. */
export function changesFrom(id: string): { upgrades: ListingTypeId[]; downgrades: ListingTypeId[] } {
  const rank = rankOf(id);
  const others = availableTypes.filter((each) => each !== "free" && each !== id);
  return {
    upgrades: others.filter((each) => rankOf(each) < rank),
    downgrades: others.filter((each) => rankOf(each) > rank),
  };
}

/** Days that a listing lasts: 60, or 20 years. */
export const durationDays = (id: ListingTypeId): number => (id === "free" ? 60 : 7_300);
