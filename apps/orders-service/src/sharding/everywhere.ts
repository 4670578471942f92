import type { DueRow } from "@marketplace/server";
import { eachOnce, findRows, inOrder, type SiteDatabases } from "@marketplace/sharding";
import type { FeedbackRepo } from "../feedback/feedback.repo.ts";
import type { AttachmentsRepo } from "../messages/attachments/attachments.repo.ts";
import type { MessagesRepo } from "../messages/messages.repo.ts";
import type { OrderSearchRepo } from "../order-search/order-search.repo.ts";
import { isDescending } from "../order-search/order-search.sql.ts";
import type { OrdersRepo } from "../orders/orders.repo.ts";
import type { TradesRepo } from "../orders/trades.repo.ts";
import type { PacksRepo } from "../packs/packs.repo.ts";
import type { PaymentsRepo } from "../payments/payments.repo.ts";
import { addedTrades } from "./added-trades.ts";

/**
 * Reads that are about no single database: of all sites where these have databases of their own, or of rows
 * whose ids are of several. Outside of transactions.
 */
export interface Everywhere {
  orders: Pick<OrdersRepo, "findAll" | "hasSold" | "unpaidEnding">;
  payments: Pick<PaymentsRepo, "ofOrders">;
  feedback: Pick<FeedbackRepo, "ofOrders">;
  packs: Pick<PacksRepo, "find" | "places">;
  orderSearch: OrderSearchRepo;
  messages: Pick<MessagesRepo, "unread">;
  attachments: Pick<AttachmentsRepo, "ending">;
  trades: TradesRepo;
}

/** The repositories of one database. */
interface Repos extends Everywhere {
  orders: OrdersRepo;
}

const byTime = (one: DueRow, other: DueRow): number =>
  one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1);

/** The reads of all databases, or of those that may have the rows. */
export const everywhereByFanOut = (sites: SiteDatabases<Repos>): Everywhere => ({
  orders: {
    findAll: (ids) =>
      findRows(sites, ids, { find: ({ orders }, some) => orders.findAll(some), idOf: ({ id }) => id }),
    hasSold: async (sale) =>
      (await sites.fanOut(({ orders }) => orders.hasSold(sale), sale.siteId)).includes(true),
    async unpaidEnding(range, lifeMs) {
      const all = await sites.fanOut(({ orders }) => orders.unpaidEnding(range, lifeMs));
      return eachOnce(all).toSorted(byTime).slice(0, range.limit);
    },
  },
  payments: {
    ofOrders: (ids) =>
      findRows(sites, ids, {
        find: ({ payments }, some) => payments.ofOrders(some),
        idOf: ({ orderId }) => orderId,
      }),
  },
  feedback: {
    ofOrders: (ids) =>
      findRows(sites, ids, {
        find: ({ feedback }, some) => feedback.ofOrders(some),
        idOf: ({ orderId }) => orderId,
      }),
  },
  packs: {
    async find(id) {
      const [pack] = await findRows(sites, [id], {
        async find({ packs }) {
          const found = await packs.find(id);
          return found ? [found] : [];
        },
        idOf: (found) => found.id,
      });
      return pack;
    },
    places: (ids) =>
      findRows(sites, ids, {
        find: ({ packs }, some) => packs.places(some),
        idOf: ({ packId }) => packId,
      }),
  },
  orderSearch: {
    // As many of the first matches of each database as the page may need, which the paging window bounds.
    async page(conditions, { limit, offset, ...search }) {
      if (limit === 0) return [];
      const first = { ...search, limit: offset + limit, offset: 0 };
      const all = await sites.fanOut(({ orderSearch }) => orderSearch.page(conditions, first));
      const direction = isDescending(search.sort) ? "DESC" : "ASC";
      const sorted = eachOnce(all).toSorted(inOrder([{ field: "at", direction }]));
      return sorted.slice(offset, offset + limit);
    },
    groups: async (conditions) =>
      (await sites.fanOut(({ orderSearch }) => orderSearch.groups(conditions))).flat(),
  },
  messages: {
    async unread(userId, role, limit) {
      const all = await sites.fanOut(({ messages }) => messages.unread(userId, role, limit));
      const rows = all.map((some) => some.map((row) => ({ ...row, id: row.packId })));
      // Positions are of one database; the latest of several is told by the time.
      const sorted = eachOnce(rows).toSorted((one, other) => other.latest.getTime() - one.latest.getTime());
      return sorted.slice(0, limit);
    },
  },
  attachments: {
    async ending(range) {
      const all = await sites.fanOut(({ attachments }) => attachments.ending(range));
      return eachOnce(all).toSorted(byTime).slice(0, range.limit);
    },
  },
  trades: {
    of: async (userIds) => addedTrades(await sites.fanOut(({ trades }) => trades.of(userIds))),
  },
});
