import type { CatalogRpc } from "@marketplace/contracts";
import { openApiFragment, requestScope } from "@marketplace/conventions";
import { siteOfItem } from "@marketplace/database";
import { vitalsWith } from "@marketplace/events";
import { atSite, inEach, outboxesOf, worstOf } from "@marketplace/sharding";
import { createChangeLog } from "./changes/changes.service.ts";
import type { Deps } from "./deps.ts";
import { setFlex } from "./items/flex.service.ts";
import { returnStock, returnUnits, takeStock } from "./items/stock.service.ts";
import { resources } from "./resources.ts";
import { sites } from "./sites/sites.service.ts";

/** Implements the catalog's contract. */
export function catalogRpc(deps: Deps): CatalogRpc {
  const { everywhere } = deps;
  const changesAfter = createChangeLog(deps.changes);
  const writing = <T>(of: Deps, work: (of: Deps) => Promise<T>) =>
    of.db.recordWrite(requestScope()?.caller?.userId, () => work(of));
  const writingAt = <T>(itemId: string, work: (of: Deps) => Promise<T>) =>
    atSite(deps, siteOfItem(itemId), (of) => writing(of, work));
  return {
    describe: async () => openApiFragment(resources),
    vitals: async () => vitalsWith(worstOf(await outboxesOf(deps))),
    changes: ({ after }) => changesAfter(after),
    sites: async () => [...sites],
    items: ({ ids }) => everywhere.itemSummaries(ids),
    async shippingPreferences({ category_id }) {
      const find = ({ categories }: Deps) => categories.find(category_id);
      const category = await atSite(deps, siteOfItem(category_id), find);
      if (!category) return null;
      return { category_id, logistics: category.logistics, flex_opt_in_only: category.flexOptInOnly };
    },
    hasActiveMe2Listing: ({ seller_id }) => everywhere.items.hasActiveMe2(seller_id),
    // All items of a purchase are of one site: one of another site is not found.
    takeStock: ({ purchase_key, lines }) =>
      writingAt(lines[0]?.item_id ?? "", (of) => takeStock(purchase_key, lines, of)),
    async returnStock({ purchase_key }) {
      // The key does not say the site; where it is not known it is used up, as it is without sites.
      const answers = await inEach(deps, (each) => writing(each, (of) => returnStock(purchase_key, of)));
      return { returned: answers.some(({ returned }) => returned) };
    },
    returnUnits: (units) => writingAt(units.item_id, (of) => returnUnits(units, of)),
    setFlex: ({ item_id, on }) =>
      writingAt(item_id, async (of) => ({ outcome: await setFlex(item_id, on, of) })),
  };
}
