import source from "./data/vehicles.json" with { type: "json" };
import type { DemoSiteId } from "./sites.ts";
import { belongsTo, listFor } from "./source.ts";

/** A real vehicle model, so that a generated listing never pairs a brand with another brand's model. */
export interface VehicleModel {
  readonly brand: string;
  readonly model: string;
  readonly trims: readonly string[];
  readonly years: { readonly from: number; readonly to: number };
  /** Thousands of dollars when new. */
  readonly price: number;
  readonly words: readonly string[];
  readonly features: readonly string[];
}

/** By domain: `brand|model|trims|years|price|sites|body`; sites are the last letters of site ids. */
const rows = new Map<string, readonly string[]>([
  ["CARS_AND_VANS", source.CARS_AND_VANS],
  ["MOTORCYCLES", source.MOTORCYCLES],
  ["TRUCKS", source.TRUCKS],
]);
/** Models that no demo item has. They stand apart so that the items before them keep their ids and titles. */
const laterRows = new Map<string, readonly string[]>(Object.entries(source.later));
const words = new Map(Object.entries(source.words));
const features = new Map(Object.entries(source.features));

/** Bodies that have the features of another body. */
const featuresOf = new Map([
  ["suv", "car"],
  ["van", "car"],
  ["scooter", "moto"],
  ["quad", "moto"],
]);

function parse(row: string, site: DemoSiteId): VehicleModel[] {
  const [brand = "", model = "", trims = "", years = "", price = "", sites = "", body = ""] = row.split("|");
  if (!belongsTo(site, sites)) return [];
  const [from, to] = years.split("-").map(Number);
  return [
    {
      brand,
      model,
      trims: trims.split(";"),
      years: { from: from ?? 2000, to: to ?? 2026 },
      price: Number(price),
      words: listFor(site, words.get(body)),
      features: listFor(site, features.get(featuresOf.get(body) ?? body)),
    },
  ];
}

/** Models that a site's demo items use; empty for a domain that is not of vehicles. */
export function vehicleModels(domain: string, site: DemoSiteId): VehicleModel[] {
  return (rows.get(domain) ?? []).flatMap((row) => parse(row, site));
}

/** These models and then the later ones, which only titles, synonyms and attribute values use. */
export function knownModels(domain: string, site: DemoSiteId): VehicleModel[] {
  const later = (laterRows.get(domain) ?? []).flatMap((row) => parse(row, site));
  return [...vehicleModels(domain, site), ...later];
}

/** Selectable model years, newest first. */
export const vehicleYears: readonly string[] = Array.from({ length: 2026 - 1960 + 1 }, (_, age) =>
  String(2026 - age),
);

/**
 * Index of a trim's fuel in FUEL_TYPE of `data/attributes.json`, by the trim's name. It is never 2, gas or
 * flex: `drawFuel` draws that. The numbers are diesel engines, such as those of S10 and Hilux.
 */
export function fuelIndex(trim: string, body: "TRUCKS" | "other"): number {
  if (/el[e\xe9]ctrico|mini gl/i.test(trim)) return 4;
  if (/hybrid|dm-i/i.test(trim)) return 3;
  if (
    body === "TRUCKS" ||
    /\b(?:tdi|hdi|cdi|dci|td|crdi)\b|di[e\xe9]sel|^2\.8|^3\.[02] (?:SR|XLT)/i.test(trim)
  )
    return 1;
  return 0;
}
