import { structOf } from "../items/attribute-values.rules.ts";
import { groupOf } from "../items/attributes.rules.ts";
import type { StoredAttribute } from "../items/item-attributes.schema.ts";
import { pausedBySeller } from "../items/item-status.rules.ts";
import type { NewItem } from "../items/items.schema.ts";
import { type DemoLeaf, demoLeaves } from "./categories.ts";
import { type Draft, draw, type Stock, stockOf } from "./drafts.ts";
import { offerOf } from "./offers.ts";
import { type Random, random } from "./random.ts";
import type { DemoSiteId } from "./sites.ts";
import { patternsFor, titleOf } from "./titles.ts";

const counts: Record<DemoSiteId, number> = { MLA: 3000, MLB: 1500, MLC: 1000, MLM: 160, MLU: 120 };

/** `sellers` are user ids of the site; they take items in turn. The items are dated back from `now`. */
interface ItemOptions {
  readonly sellers: readonly number[];
  readonly now: Date;
}

/** Every leaf once, then by weight: the n-th item's leaf. */
function leafPlan(leaves: readonly DemoLeaf[]): (index: number, draws: Random) => DemoLeaf {
  const weighted = leaves.flatMap((leaf) => Array.from({ length: leaf.source.weight ?? 1 }, () => leaf));
  return (index, draws) => leaves[index] ?? draws.pick(weighted);
}

function attributesOf(stock: Stock, draft: Draft, random: Random): StoredAttribute[] {
  return stock.leaf.category.attributes.flatMap((definition): StoredAttribute[] => {
    const { id, name, tags, value_type } = definition;
    const group = groupOf(definition);
    const withStruct = (value_name: string) => {
      const value_struct = value_type === "number_unit" ? structOf(value_name) : undefined;
      return { value_name, ...(value_struct && { value_struct }) };
    };
    if (id === "KILOMETERS") {
      const year = Number(draft.values.get("VEHICLE_YEAR")?.name);
      const kilometers = year >= 2026 ? 0 : (2026 - year) * random.integer(6, 18) * 1000;
      return [{ id, name, value_id: null, ...withStruct(`${kilometers} km`), ...group }];
    }
    const value = draft.values.get(id);
    if (value === undefined) return [];
    const kept = tags.required || tags.catalog_required || draft.vehicle !== null;
    if (!kept && !random.chance(0.8)) return [];
    return [{ id, name, value_id: value.id, ...withStruct(value.name), ...group }];
  });
}

function picturesOf(id: string, random: Random): NewItem["pictures"] {
  return Array.from({ length: random.integer(1, 4) }, (_, index) => ({
    id: `${id}-${index + 1}`,
    url: `https://img.marketplace.example/items/${id}-${index + 1}.jpg`,
  }));
}

function statusOf(random: Random): NewItem["status"] {
  const way = random.next();
  if (way < 0.94) return "active";
  return way < 0.98 ? "paused" : "closed";
}

const reasons = { active: [], paused: [pausedBySeller], closed: [], under_review: [] };

const closing: Record<DemoSiteId, string> = {
  MLA: "Consultá antes de comprar. Hacemos envíos a todo el país.",
  MLB: "Tire suas dúvidas antes de comprar. Enviamos para todo o Brasil.",
  MLC: "Consulta antes de comprar. Enviamos a todo Chile.",
  MLM: "Pregunta antes de comprar. Entrego en persona.",
  MLU: "Consultá antes de comprar. Se entrega en mano.",
};

function itemOf(
  stock: Stock,
  number: number,
  { draws, sellers, now }: ItemOptions & { draws: Random },
): NewItem {
  const { site, category } = stock.leaf;
  const draft = draw(stock, draws);
  const title = titleOf(draft, { stock, pattern: draws.pick(patternsFor(stock, false)), random: draws });
  const drawn = {
    sellerId: draws.pick(sellers),
    ...offerOf(stock.leaf, draft, draws),
    pictures: picturesOf(`${site}${number}`, draws),
    attributes: attributesOf(stock, draft, draws),
    status: statusOf(draws),
  };
  // In thousandths of a day. Free listings end after 60 days: none has ended when the demo begins.
  const oldest = drawn.listingTypeId === "free" ? 50_000 : 120_000;
  const created = new Date(now.getTime() - Math.round(draws.next() * oldest) * 86_400);
  return {
    ...drawn,
    siteId: site,
    categoryId: category.id,
    domainId: category.domainId,
    title,
    soldQuantity: 0,
    variations: [],
    saleTerms: [],
    sellerCustomField: null,
    otherFields: {},
    description: `${title}. ${closing[site]}`,
    videoId: null,
    localPickUp: false,
    subStatus: reasons[drawn.status],
    closedAt: drawn.status === "closed" ? created : null,
    parentItemId: null,
    dateCreated: created,
    lastUpdated: created,
  };
}

// Gaps of a prime make ids look like the platform's without collisions.
const numberAt = (index: number): number => 1_400_000_019 + index * 7919;

/** Generates items of a site, always the same for the same sellers. Throws a RangeError without sellers. */
export function* itemsWithoutEnd(site: DemoSiteId, options: ItemOptions): Generator<NewItem, never> {
  const draws = random(`items ${site}`);
  const leaves = demoLeaves(site).filter(({ source }) => !source.later);
  const planned = leafPlan(leaves);
  const stocks = new Map(leaves.map((leaf) => [leaf, stockOf(leaf)]));
  for (let index = 0; ; index += 1) {
    const leaf = planned(index, draws);
    const stock = stocks.get(leaf) ?? stockOf(leaf);
    yield itemOf(stock, numberAt(index), { ...options, draws });
  }
}

/** The items of a demo site; the last ones belong to the leaves that were added later, one each. */
export function demoItems(site: DemoSiteId, options: ItemOptions): NewItem[] {
  const later = demoLeaves(site).filter((leaf) => leaf.source.later);
  const before = itemsWithoutEnd(site, options)
    .take(counts[site] - later.length)
    .toArray();
  // A separate random sequence, so that the items before them do not change.
  const last = later.map((leaf, place) => {
    const draws = random(`item ${leaf.category.id}`);
    return itemOf(stockOf(leaf), numberAt(before.length + place), { ...options, draws });
  });
  return [...before, ...last];
}
