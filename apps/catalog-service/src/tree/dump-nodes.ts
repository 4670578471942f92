import type { CategoryNode, Settings } from "../categories/category.ts";
import type { CategoryAttribute } from "../categories/category-attributes.schema.ts";
import { type Logistics, logisticTypes } from "../categories/shipping-preferences.schema.ts";
import { settingsFor } from "../demo/settings.ts";
import { siteOf } from "../sites/sites.ts";
import type { CheckedCategory } from "./check-dump.ts";

/** What a tree file says nothing of, kept from the tree that was there. */
export interface KnownShipping {
  logistics: Logistics[];
  flexOptInOnly: boolean;
}

/** Checked categories as they are loaded, in the order of the file. */
export function nodesOf(
  categories: ReadonlyMap<string, CheckedCategory>,
  site: string,
  shipping: ReadonlyMap<string, KnownShipping>,
): CategoryNode[] {
  const parents = new Set([...categories.values()].map(({ parentId }) => parentId));
  const places = placesOf(categories);
  return [...categories.values()].map((category, index) => ({
    ...wirePart(category, site),
    siteId: site,
    parentId: category.parentId,
    position: places.get(category.id) ?? index,
    path: category.path_from_root.map(({ id }) => id),
    pathFromRoot: category.path_from_root.map(({ id, name }) => ({ id, name })),
    isLeaf: !parents.has(category.id),
    ...domainOf(category),
    ...(shipping.get(category.id) ?? { logistics: defaultLogistics(category), flexOptInOnly: false }),
  }));
}

const noSettings: Settings = { ...settingsFor("MLA", "core", { domain: null }) } as unknown as Settings;

function wirePart(category: CheckedCategory, site: string) {
  const attributes = (category.attributes ?? []).map(attributeOf);
  const currencies = [siteOf(site).default_currency_id];
  return {
    id: category.id,
    name: category.name,
    picture: category.picture ?? null,
    permalink: category.permalink ?? null,
    // A key that the file does not have gets a plain category's value, so that every key is always there.
    settings: { ...noSettings, currencies, listing_allowed: true, ...category.settings } as Settings,
    attributes,
    attributeTypes: category.attribute_types ?? (attributes.length > 0 ? "attributes" : "none"),
    metaCategId: category.meta_categ_id ?? null,
    attributable: category.attributable ?? attributes.length > 0,
    dateCreated: new Date(category.date_created ?? "2000-01-01T00:00:00.000Z"),
  };
}

/** Every attribute's tags carry `required` (decisions 7.8). */
function attributeOf(attribute: NonNullable<CheckedCategory["attributes"]>[number]): CategoryAttribute {
  const { tags } = attribute;
  const flags = typeof tags === "object" && tags !== null && !Array.isArray(tags) ? { ...tags } : {};
  const required = "required" in flags && flags.required === true;
  // The rest of the record is kept as the file has it.
  return { ...attribute, tags: { ...flags, required } } as CategoryAttribute;
}

/** A file names the domain in the settings; its name is that of the category. */
function domainOf({ settings, name }: CheckedCategory) {
  const domainId = settings.catalog_domain ?? null;
  return { domainId, domainName: domainId === null ? null : name };
}

const defaultLogistics = ({ settings }: CheckedCategory): Logistics[] =>
  (settings.shipping_modes ?? []).includes("me2") ? [{ types: [...logisticTypes], mode: "me2" }] : [];

/** Places among siblings, as the parent lists its children. */
function placesOf(categories: ReadonlyMap<string, CheckedCategory>): Map<string, number> {
  const places = new Map<string, number>();
  for (const { children_categories } of categories.values())
    for (const [place, { id }] of children_categories.entries()) places.set(id, place);
  return places;
}
