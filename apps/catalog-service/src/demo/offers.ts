import { withFlex } from "../items/flex.service.ts";
import type { NewItem } from "../items/items.schema.ts";
import type { DemoLeaf } from "./categories.ts";
import type { Draft } from "./drafts.ts";
import type { Random } from "./random.ts";
import type { DemoSiteId } from "./sites.ts";

/** Units of the site's currency per dollar: demo prices only, not rates. */
const perDollar: Record<DemoSiteId, number> = { MLA: 1400, MLB: 5.5, MLC: 950, MLM: 18, MLU: 40 };

const ownCurrency: Record<DemoSiteId, string> = {
  MLA: "ARS",
  MLB: "BRL",
  MLC: "CLP",
  MLM: "MXN",
  MLU: "UYU",
};

const rents = new Set(["Alquiler", "Aluguel", "Arriendo"]);

function dollars(leaf: DemoLeaf, draft: Draft, random: Random): number {
  if (draft.vehicle !== null) {
    const age = 2026 - Number(draft.values.get("VEHICLE_YEAR")?.name);
    return draft.vehicle.price * 1000 * Math.max(0.2, 0.94 ** age) * (0.9 + random.next() * 0.25);
  }
  // A month's rent is about a two-hundredth of what the place would sell for.
  const share = rents.has(draft.values.get("OPERATION")?.name ?? "") ? 1 / 200 : 1;
  const [low = 5, high = 50] = (leaf.source.price ?? "5-50").split("-").map(Number);
  // Squared, because cheap offers are more common.
  return (low + (high - low) * random.next() ** 2) * share;
}

/** Rounds to three significant digits, as shops do. */
function rounded(amount: number, currency: string): number {
  if (currency === "BRL" && amount < 1000) return Math.floor(amount) + 0.9;
  const step = 10 ** Math.max(0, Math.floor(Math.log10(amount)) - 2);
  return Math.max(1, Math.round(amount / step) * step);
}

function priceOf(leaf: DemoLeaf, draft: Draft, random: Random) {
  const { site } = leaf;
  const amount = dollars(leaf, draft, random);
  const inDollars = leaf.category.settings.currencies.includes("USD") && random.chance(0.6);
  const currencyId = inDollars ? "USD" : ownCurrency[site];
  return { price: rounded(inDollars ? amount : amount * perDollar[site], currencyId), currencyId };
}

/** Flex is available where the category allows it, but off. */
function shippingOf({ site, category }: DemoLeaf, price: number, random: Random) {
  const [logistics] = category.logistics;
  if (logistics === undefined) {
    const shippingTags = category.flexOptInOnly ? withFlex([], false) : [];
    return {
      shippingMode: "not_specified",
      freeShipping: false,
      logisticType: "not_specified",
      shippingTags,
    };
  }
  const mandatory = price > 25 * perDollar[site];
  const tags = mandatory ? ["mandatory_free_shipping"] : [];
  return {
    shippingMode: "me2",
    freeShipping: mandatory || random.chance(0.15),
    logisticType: "drop_off",
    shippingTags: logistics.types.includes("self_service") ? withFlex(tags, false) : tags,
  };
}

function conditionOf(leaf: DemoLeaf, draft: Draft, random: Random): string {
  if (leaf.kind === "services" || leaf.kind === "real_estate") return "not_specified";
  if (draft.vehicle !== null) return Number(draft.values.get("VEHICLE_YEAR")?.name) >= 2026 ? "new" : "used";
  // Food and other consumables are never second-hand.
  const secondHand = leaf.source.profile !== "food" && leaf.source.profile !== "beauty";
  return secondHand && random.chance(0.08) ? "used" : "new";
}

/** Draws the commercial half of an item: price, stock, how it is sold and shipped. */
export function offerOf(leaf: DemoLeaf, draft: Draft, random: Random) {
  const price = priceOf(leaf, draft, random);
  const condition = conditionOf(leaf, draft, random);
  const classified = leaf.kind !== "core";
  const [buyingMode = "buy_it_now"] = leaf.category.settings.buying_modes;
  const quantity = classified || condition === "used" ? 1 : random.integer(1, 150);
  return {
    ...price,
    initialQuantity: quantity,
    availableQuantity: quantity,
    buyingMode,
    listingTypeId: random.pick(
      classified ? ["silver", "gold", "gold_premium"] : ["gold_special", "gold_pro", "gold_special", "free"],
    ),
    condition,
    ...shippingOf(leaf, price.price, random),
  } satisfies Partial<NewItem>;
}
