import type { QuestionsDatabase } from "@marketplace/database/questions";
import type { Question } from "./question.ts";
import { createQuestionsRepo } from "./questions.repo.ts";
import {
  type Condition,
  conditionOf,
  listed,
  orderOf,
  type SearchFilter,
  type SearchOrder,
  unlistedOf,
} from "./search.sql.ts";

export interface PageOf {
  limit: number;
  offset: number;
  order: readonly SearchOrder[];
}

/** Searches over questions. */
export interface SearchRepo {
  page(filter: SearchFilter, page: PageOf): Promise<Question[]>;
  /** The next block of a scan: ids above `afterId`, ascending. */
  scan(filter: SearchFilter, block: { afterId: number; limit: number }): Promise<Question[]>;
  total(filter: SearchFilter): Promise<number>;
}

/** Searches on Postgres: ids by index first, then the rows of the page. */
export function createSearchRepo(db: QuestionsDatabase): SearchRepo {
  const questions = createQuestionsRepo(db);
  const rowsOf = async (sql: string, values: unknown[]): Promise<Question[]> => {
    const { rows } = await db.pool.query<{ id: number }>(sql, values);
    const found = new Map(
      (await questions.findMany(rows.map(({ id }) => id))).map((question) => [question.id, question]),
    );
    return rows.flatMap(({ id }) => found.get(id) ?? []);
  };
  return {
    page(filter, { limit, offset, order }) {
      const { sql, values } = conditionOf(filter);
      const block = `LIMIT $${values.length + 1} OFFSET $${values.length + 2}`;
      return rowsOf(`SELECT id FROM questions WHERE ${sql} ORDER BY ${orderOf(order)} ${block}`, [
        ...values,
        limit,
        offset,
      ]);
    },
    scan(filter, { afterId, limit }) {
      const { sql, values } = conditionOf(filter);
      const after = `id > $${values.length + 1} ORDER BY id LIMIT $${values.length + 2}`;
      return rowsOf(`SELECT id FROM questions WHERE ${sql} AND ${after}`, [...values, afterId, limit]);
    },
    async total(filter) {
      const counter = counterOf(filter) ?? countingOf(conditionOf(filter));
      const { rows } = await db.pool.query<{ total: number }>(counter.sql, counter.values);
      return rows[0]?.total ?? 0;
    },
  };
}

const countingOf = ({ sql, values }: Condition): Condition => ({
  sql: `SELECT count(*) AS total FROM questions WHERE ${sql}`,
  values,
});

/**
 * The kept counts answer for a whole seller or item, at any size at the same cost: all of them to whoever sees
 * everything, those on the listing to others, who also see the few they have a part in. Other filters are counted.
 */
function counterOf(filter: SearchFilter): Condition | undefined {
  const { itemId, sellerId, status, visibleTo, ...others } = filter;
  if (Object.values(others).some((value) => value !== undefined)) return undefined;
  if ((itemId === undefined) === (sellerId === undefined)) return undefined;
  const { sql, values } = visibleTo === undefined ? { sql: "0", values: [] } : countingOf(unlistedOf(filter));
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const scope = parameter(itemId === undefined ? `seller:${sellerId}` : `item:${itemId}`);
  const terms = [
    `scope = ${scope}`,
    status !== undefined && `status = ${parameter(status)}`,
    visibleTo !== undefined && listed,
  ].filter((term) => typeof term === "string");
  const kept = `SELECT coalesce(sum(count), 0) FROM question_counts WHERE ${terms.join(" AND ")}`;
  return { sql: `SELECT ((${kept}) + (${sql}))::bigint AS total`, values };
}
