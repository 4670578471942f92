import type { CategoryKind } from "./settings.ts";
import type { DemoSiteId } from "./sites.ts";

/**
 * How a category is written in `data/*.json`. A text may hold one version per site,
 * `Argentina|Brasil|Chile|México`; a missing one is the Argentine, and a single one is for all sites. Lists
 * are separated by `;`. Word lists (`words`, `features`, `local`) put the site outside, `values` put it
 * inside each value.
 */
export interface SourceCategory {
  readonly name: string;
  /** The kind of the whole branch; core by default. */
  readonly kind?: string;
  /** Leaves only, without the site, such as `CELLPHONES`. */
  readonly domain?: string;
  /** A leaf that was added later: its items come last, so that earlier items keep their ids and titles. */
  readonly later?: boolean;
  /** Nouns for the product in titles. */
  readonly words?: string;
  /** Brands on every site, each with its models: `Samsung:Galaxy A54/Galaxy S23;LG`. */
  readonly brands?: string;
  /** The same, per site. */
  readonly local?: string;
  /** Adjectives and qualities that titles mention. */
  readonly features?: string;
  /** Attribute values of this leaf: `NET_WEIGHT=500 g;1 kg`. */
  readonly values?: readonly string[];
  /** The attribute list, a key of `data/attributes.json` profiles. */
  readonly profile?: string;
  /** Range in dollars, `3-12`. */
  readonly price?: string;
  /** How popular it is; 1 by default. */
  readonly weight?: number;
  /** `flex` (default), `bulky` (no self_service), `opt_in` (no ordinary logistics at all). */
  readonly shipping?: string;
  readonly max_title_length?: number;
  readonly fragile?: boolean;
  /** Sites that have it, by their last letter: `AC`; all by default. */
  readonly sites?: string;
  readonly children?: readonly SourceCategory[];
}

/** Uruguay speaks as Argentina does. */
const siteColumn: Record<DemoSiteId, number> = { MLA: 0, MLB: 1, MLC: 2, MLM: 3, MLU: 0 };

/** The site's version of a text. */
export function textFor(site: DemoSiteId, text: string): string {
  const versions = text.split("|");
  const own = versions[siteColumn[site]];
  if (own !== undefined) return own;
  return versions[0] ?? text;
}

/** The site's version of a word list. */
export function listFor(site: DemoSiteId, text: string | undefined): string[] {
  if (text === undefined) return [];
  return textFor(site, text)
    .split(";")
    .filter((word) => word !== "");
}

/** Whether a site has something whose `sites` is the given text. */
export function belongsTo(site: DemoSiteId, letters: string | undefined): boolean {
  return letters === undefined || letters.includes(site.charAt(2));
}

/** The branch's kind; throws when the source has an unknown word. */
export function kindOf(text: string | undefined, inherited: CategoryKind): CategoryKind {
  if (text === undefined) return inherited;
  if (text === "core" || text === "vehicles" || text === "real_estate" || text === "services") return text;
  throw new Error(`unknown kind of category: ${text}`);
}

export interface Brand {
  readonly name: string;
  readonly models: readonly string[];
}

/** `Samsung:Galaxy A54/Galaxy S23`. */
export function parseBrand(text: string): Brand {
  const [name = "", models] = text.split(":");
  return { name, models: models === undefined ? [] : models.split("/") };
}

/** Brands of a leaf on a site, the site's own ones last. */
export function brandsOf(source: SourceCategory, site: DemoSiteId): Brand[] {
  return [...listFor(site, source.brands), ...listFor(site, source.local)].map(parseBrand);
}
