import type { Page } from "@marketplace/conventions";
import type { CatalogDatabase } from "@marketplace/database/catalog";
import { conditionsOf, wordsReader } from "./conditions.ts";
import { matchSql } from "./match-sql.ts";
import { candidates, type IndexedSort, type Matches, type PricePart, searchWindow } from "./matches.ts";
import { pageSql } from "./page-sql.ts";
import type { Sort } from "./search.schema.ts";
import type { SearchQuery } from "./search-query.ts";

/** What is known of a search before. */
export interface Given {
  /** Replaces the text's own words. */
  tsquery?: string | undefined;
  /** How many matches there are. */
  known?: number | undefined;
}

export interface SearchRepo {
  /** Counts, facets and order of the matches. */
  match(query: SearchQuery, sort: Sort, given?: Given): Promise<Matches>;
  /** One page of a set that has more matches than candidates, in an order that an index has. */
  pageOf(query: SearchQuery, sort: IndexedSort, block: Page & Pick<Given, "tsquery">): Promise<number[]>;
  /** A block of a scan: matches after a number, by number. */
  scan(query: SearchQuery, after: number, limit: number): Promise<number[]>;
}

export function searchRepo({ pool }: CatalogDatabase): SearchRepo {
  const wordsOf = wordsReader(pool);
  const numbers = async (sql: string, values: unknown[]): Promise<number[]> => {
    const { rows } = await pool.query<{ numbers: string | null }>(sql, values);
    return numbersOf(rows[0]?.numbers);
  };
  return {
    async match(query, sort, { tsquery, known = 0 } = {}) {
      const conditions = conditionsOf(query, await wordsOf(query, tsquery));
      const { rows } = await pool.query<Row>(
        matchSql(conditions, sort, known > candidates ? candidates : undefined),
        conditions.values,
      );
      const [row] = rows;
      if (!row) throw new Error("a query of aggregates gives one row");
      const total = Math.max(known, row.total);
      // Of more than the window only an index knows the first by price or date: what was found came as it lay.
      const ordered =
        row.total === total && (total <= searchWindow || (sort === "relevance" && query.text !== undefined));
      return {
        total,
        keys: row.keys ?? {},
        prices: partsOf(row.prices),
        numbers: ordered ? numbersOf(row.numbers) : undefined,
      };
    },
    async pageOf(query, sort, { tsquery, ...page }) {
      const { sql, values } = pageSql(query, await wordsOf(query, tsquery), { sort, page });
      return numbers(sql, values);
    },
    async scan(query, after, limit) {
      const { sql, values } = pageSql(query, await wordsOf(query), {
        sort: "oldest",
        page: { limit, offset: 0 },
        after,
      });
      return numbers(sql, values);
    },
  };
}

interface Row {
  total: number;
  numbers: string | null;
  keys: Record<string, number> | null;
  prices: [low: number, high: number, upTo: number, between: number, from: number] | null;
}

/** Numbers come as one text: thousands of them are read several times faster so than as an array. */
const numbersOf = (text: string | null | undefined): number[] => (text ? text.split(",").map(Number) : []);

/** Thirds of the matches by price. */
function partsOf(prices: Row["prices"]): PricePart[] {
  if (!prices) return [];
  const [low, high, upTo, between, from] = prices;
  return [
    { from: undefined, to: low, results: upTo },
    { from: low, to: high, results: between },
    { from: high, to: undefined, results: from },
  ];
}
