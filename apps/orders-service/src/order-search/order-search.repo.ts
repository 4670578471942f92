import type { Page } from "@marketplace/conventions";
import type { OrdersDatabase } from "@marketplace/database/orders";
import type { Group } from "./order-facets.rules.ts";
import type { SortId } from "./order-search.schema.ts";
import { type Conditions, groupsSql, type Perspective, pageSql } from "./order-search.sql.ts";

export type OrderSearchRepo = ReturnType<typeof createOrderSearchRepo>;

/**
 * Searches of orders. Their statements are not prepared: the plan of one seller's few orders is not that of
 * another's many.
 */
export function createOrderSearchRepo({ pool }: OrdersDatabase) {
  return {
    /** The ids of a block, in its order. */
    async page(
      conditions: Conditions,
      { sort, perspective, limit, offset }: Page & { sort: SortId; perspective: Perspective },
    ): Promise<number[]> {
      if (limit === 0) return [];
      const statement = pageSql(conditions, sort, perspective);
      const { rows } = await pool.query<{ id: number }>(statement, [...conditions.values, limit, offset]);
      return rows.map(({ id }) => id);
    },
    /** How many orders match, by what filters count. */
    async groups(conditions: Conditions): Promise<Group[]> {
      return (await pool.query<Group>(groupsSql(conditions), conditions.values)).rows;
    },
  };
}
