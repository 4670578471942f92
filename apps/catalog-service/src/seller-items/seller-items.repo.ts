import type { Page } from "@marketplace/conventions";
import type { CatalogDatabase } from "@marketplace/database/catalog";
import type { Order } from "./seller-items.schema.ts";
import {
  afterSql,
  countSql,
  facetsSql,
  pageSql,
  type SellerItemsFilter,
  valuesOf,
} from "./seller-items.sql.ts";

interface Found {
  total: number;
  ids: string[];
}

/** How many of the items a value of a filter would leave. */
export interface Facet {
  id: string;
  value: string;
  results: number;
}

/** Searches of sellers among their own items, whatever their status. */
export interface SellerItemsRepo {
  page(filter: SellerItemsFilter, page: Page & { order: Order }): Promise<Found>;
  count(filter: SellerItemsFilter): Promise<number>;
  /** Items that were listed after the one with this number; its number is in each id. */
  after(filter: SellerItemsFilter, block: { after: number; limit: number }): Promise<string[]>;
  facets(filter: SellerItemsFilter): Promise<Facet[]>;
}

export function createSellerItemsRepo(db: CatalogDatabase): SellerItemsRepo {
  const query = <Row extends object>(
    statement: string,
    { filter, more = [] }: { filter: SellerItemsFilter; more?: unknown[] },
  ): Promise<Row[]> =>
    db.readYourWrites(filter.callerId, (source) =>
      source.queryUnprepared<Row>(statement, [...valuesOf(filter), ...more]),
    );
  return {
    async page(filter, { order, limit, offset }) {
      const [found] = await query<Found>(pageSql(order), { filter, more: [limit, offset] });
      return found ?? { total: 0, ids: [] };
    },
    async count(filter) {
      const [found] = await query<Pick<Found, "total">>(countSql, { filter });
      return found?.total ?? 0;
    },
    async after(filter, { after, limit }) {
      const rows = await query<{ id: string }>(afterSql, { filter, more: [after, limit] });
      return rows.map(({ id }) => id);
    },
    facets: (filter) => query<Facet>(facetsSql, { filter }),
  };
}
