import type { CatalogRpc } from "@marketplace/contracts";
import { openApiFragment, requestScope } from "@marketplace/conventions";
import { serviceVitals } from "@marketplace/events";
import { createChangeLog } from "./changes/changes.service.ts";
import type { Deps } from "./deps.ts";
import { setFlex } from "./items/flex.service.ts";
import { returnStock, returnUnits, takeStock } from "./items/stock.service.ts";
import { resources } from "./resources.ts";
import { sites } from "./sites/sites.service.ts";

/** Implements the catalog's contract. */
export function catalogRpc(deps: Deps): CatalogRpc {
  const { items, categories } = deps;
  const changesAfter = createChangeLog(deps.changes);
  const writing = <T>(work: () => Promise<T>) => deps.db.recordWrite(requestScope()?.caller?.userId, work);
  return {
    describe: async () => openApiFragment(resources),
    vitals: () => serviceVitals(deps),
    changes: ({ after }) => changesAfter(after),
    sites: async () => [...sites],
    items: ({ ids }) => deps.itemSummaries(ids),
    async shippingPreferences({ category_id }) {
      const category = await categories.find(category_id);
      if (!category) return null;
      return { category_id, logistics: category.logistics, flex_opt_in_only: category.flexOptInOnly };
    },
    hasActiveMe2Listing: ({ seller_id }) => items.hasActiveMe2(seller_id),
    takeStock: ({ purchase_key, lines }) => writing(() => takeStock(purchase_key, lines, deps)),
    returnStock: ({ purchase_key }) => writing(() => returnStock(purchase_key, deps)),
    returnUnits: (units) => writing(() => returnUnits(units, deps)),
    setFlex: ({ item_id, on }) => writing(async () => ({ outcome: await setFlex(item_id, on, deps) })),
  };
}
