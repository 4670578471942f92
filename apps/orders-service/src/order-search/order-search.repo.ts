import type { Page } from "@marketplace/conventions";
import type { OrdersDatabase } from "@marketplace/database/orders";
import type { Group } from "./order-facets.rules.ts";
import type { SortId } from "./order-search.schema.ts";
import { type Conditions, groupsSql, type Perspective, pageSql } from "./order-search.sql.ts";

/** An order that was found, and the moment that it is sorted by. */
export interface Match {
  id: number;
  at: Date;
}

export type OrderSearchRepo = ReturnType<typeof createOrderSearchRepo>;

/**
 * Searches of orders. Their statements are not prepared: the plan of one seller's few orders is not that of
 * another's many.
 */
export function createOrderSearchRepo(db: OrdersDatabase) {
  return {
    /** A block of the matches, in its order. */
    async page(
      conditions: Conditions,
      { sort, perspective, limit, offset }: Page & { sort: SortId; perspective: Perspective },
    ): Promise<Match[]> {
      if (limit === 0) return [];
      const statement = pageSql(conditions, sort, perspective);
      return db.queryUnprepared<Match>(statement, [...conditions.values, limit, offset]);
    },
    /** How many orders match, by what filters count. */
    groups: (conditions: Conditions): Promise<Group[]> =>
      db.queryUnprepared<Group>(groupsSql(conditions), conditions.values),
  };
}
