import { type Caller, common, isOperator, utcTimestamp } from "@marketplace/conventions";
import type { z } from "zod";
import { currenciesOfSite, currencyOf } from "../currencies/currencies.service.ts";
import type { Deps } from "../deps.ts";
import { maxQuantity } from "../items/amounts.schema.ts";
import { listingEnd } from "../items/listing-end.rules.ts";
import { problems } from "../problems.ts";
import { type Site, siteIdOf, siteOf } from "../sites/sites.service.ts";
import { saleFeeOf } from "./fees.rules.ts";
import {
  availableTypes,
  changesFrom,
  durationDays,
  isListingType,
  type ListingTypeId,
  listingType,
  listingTypeIds,
} from "./listing-types.rules.ts";
import type {
  AvailableTypes,
  ListingPrice,
  ListingTypeName,
  ListingTypeWire,
} from "./listing-types.schema.ts";

type Name = z.output<typeof ListingTypeName>;
type Price = z.output<typeof ListingPrice>;

const nameIn = (site: Site, id: ListingTypeId): Name => ({
  site_id: site.id,
  id,
  name: listingType(id).names[site.language],
});

/** The listing types of a site, the best first. */
export const typesOfSite = (siteId: string): Name[] => {
  const site = siteOf(siteId);
  return listingTypeIds.map((id) => nameIn(site, id));
};

/** What a listing type means on a site. */
export function configurationOf(siteId: string, id: string): z.output<typeof ListingTypeWire> {
  const site = siteOf(siteId);
  if (!isListingType(id)) throw problems.listing_type_not_found({ id });
  const { exposure, requiresPicture } = listingType(id);
  const days = durationDays(id);
  const currencyId = site.default_currency_id;
  const fee = { min_fee_amount: 0, currency: currencyId };
  const { percentage } = saleFeeOf({ siteId, listingTypeId: id, price: "0", currencyId, places: 2 });
  return {
    id,
    not_available_in_categories: [],
    configuration: {
      name: nameIn(site, id).name,
      listing_exposure: exposure,
      requires_picture: requiresPicture,
      max_stock_per_item: maxQuantity,
      duration_days: { buy_it_now: days, auction: days, classified: days },
      listing_fee_criteria: { ...fee, max_fee_amount: 0, percentage_of_fee_amount: 0 },
      sale_fee_criteria: { ...fee, max_fee_amount: null, percentage_of_fee_amount: percentage },
    },
    exceptions_by_category: [],
  };
}

interface AskedTypes {
  userId: number;
  categoryId: string | undefined;
  caller: Caller;
}

/** The types that a seller may choose for a new listing; for the seller and operators. */
export async function typesOfUser(
  { userId, categoryId, caller }: AskedTypes,
  { clients, categories }: Pick<Deps, "clients" | "categories">,
): Promise<z.output<typeof AvailableTypes>> {
  const isOwn = caller.userId === userId;
  if (!isOwn && !isOperator(caller)) throw problems.others_listing_types();
  const [user] = isOwn ? [{ site_id: caller.siteId }] : await clients.identity.users({ ids: [userId] });
  if (!user) throw problems.user_not_found({ id: userId });
  if (categoryId !== undefined) await assertCategory(categoryId, user.site_id, { categories });
  const site = siteOf(user.site_id);
  return {
    category_id: categoryId ?? null,
    available: availableTypes.map((id) => ({ ...nameIn(site, id), remaining_listings: null })),
  };
}

async function assertCategory(
  id: string,
  siteId: string,
  { categories }: Pick<Deps, "categories">,
): Promise<void> {
  await categories.get(id);
  if (siteIdOf(id) === siteId) return;
  const message = `category ${id} belongs to another site than ${siteId}`;
  throw common.bad_request(
    { message },
    { cause: [{ code: "invalid_value", message, references: ["query.category_id"] }] },
  );
}

/** Which changes of an item's type: to better ones, to lesser ones, or both. */
export type Change = "upgrades" | "downgrades" | "all";

/** The types that an item may change to. */
export async function typesOfItem(
  id: string,
  which: Change,
  { items }: Pick<Deps, "items">,
): Promise<Name[]> {
  const { listingTypeId, siteId } = await items.get(id);
  const { upgrades, downgrades } = changesFrom(listingTypeId);
  const chosen = { upgrades, downgrades, all: [...upgrades, ...downgrades] }[which];
  return chosen.map((type) => nameIn(siteOf(siteId), type));
}

export interface AskedPrices {
  siteId: string;
  price: string;
  category_id?: string | undefined;
  listing_type_id?: ListingTypeId | undefined;
  currency_id?: string | undefined;
}

/** The fees of a price: of all listing types, or of one; an object when the category is given with it. */
export async function listingPrices(
  { siteId, price, category_id, listing_type_id, currency_id }: AskedPrices,
  { categories, clock }: Pick<Deps, "categories" | "clock">,
): Promise<Price | Price[]> {
  const site = siteOf(siteId);
  if (category_id !== undefined) await assertCategory(category_id, siteId, { categories });
  const currency = currencyIn(site, currency_id);
  const now = clock.now();
  const priceOf = (id: ListingTypeId) => listingPrice({ id, site, price, currency, now });
  if (listing_type_id === undefined) return listingTypeIds.map(priceOf);
  return category_id === undefined ? [priceOf(listing_type_id)] : priceOf(listing_type_id);
}

function currencyIn(site: Site, id = site.default_currency_id): string {
  if (currenciesOfSite(site.default_currency_id).some((currency) => currency.id === id)) return id;
  const message = `currency ${id} is none of ${site.id}`;
  throw common.bad_request(
    { message },
    { cause: [{ code: "invalid_value", message, references: ["query.currency_id"] }] },
  );
}

interface Offer {
  id: ListingTypeId;
  site: Site;
  price: string;
  currency: string;
  now: Date;
}

function listingPrice({ id, site, price, currency, now }: Offer): Price {
  const { exposure, mapping, requiresPicture } = listingType(id);
  const places = currencyOf(currency)?.decimal_places ?? 2;
  const fee = saleFeeOf({ siteId: site.id, listingTypeId: id, price, currencyId: currency, places });
  return {
    currency_id: currency,
    free_relist: false,
    listing_exposure: exposure,
    listing_fee_amount: 0,
    listing_fee_details: { fixed_fee: 0, gross_amount: 0 },
    listing_type_id: id,
    listing_type_name: nameIn(site, id).name,
    mapping,
    requires_picture: requiresPicture,
    sale_fee_amount: fee.amount,
    sale_fee_details: {
      financing_add_on_fee: fee.financing,
      fixed_fee: fee.fixed,
      gross_amount: fee.amount,
      meli_percentage_fee: fee.meliPercentage,
      percentage_fee: fee.percentage,
    },
    stop_time: utcTimestamp(listingEnd(now, id)),
  };
}
