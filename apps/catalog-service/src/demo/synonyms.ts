import type { DemoLeaf } from "./categories.ts";
import synonyms from "./data/synonyms.json" with { type: "json" };
import { type Stock, stockOf } from "./drafts.ts";
import type { DemoSiteId } from "./sites.ts";
import { listFor, parseBrand } from "./source.ts";
import { knownModels } from "./vehicles.ts";

const names = new Map(Object.entries(synonyms.names));
const features = new Map(Object.entries(synonyms.features));
const brands = new Map(Object.entries(synonyms.brands));
const called = new Map(Object.entries(synonyms.called));

/** A leaf's stock with synonyms and with models that no demo item has: titles for training only. */
export function stockWithSynonyms(leaf: DemoLeaf): Stock {
  const stock = stockOf(leaf);
  const { site, source } = leaf;
  const domain = source.domain ?? "";
  return {
    ...stock,
    nouns: [...new Set([...stock.nouns, ...listFor(site, names.get(domain))])],
    features: [...stock.features, ...listFor(site, features.get(domain))],
    brands: [...stock.brands, ...listFor(site, brands.get(domain)).map(parseBrand)],
    vehicles: knownModels(domain, site),
  };
}

/** Whether a leaf has more names than its items use. */
export const hasSynonyms = ({ source }: DemoLeaf): boolean =>
  source.later === true || names.has(source.domain ?? "");

/** The brand's short name, if it has one: `VW`. */
export const shortBrand = (brand: string): string | undefined => called.get(brand);

/** Words for the side of a vehicle that a part is on. */
export const sidesFor = (site: DemoSiteId): string[] => listFor(site, synonyms.sides);
