import type { QuestionsDatabase } from "@marketplace/database/questions";
import { questionJson } from "./questions.schema.ts";
import type { SortField } from "./search.schema.ts";
import {
  conditionOf,
  orderOf,
  type Parameter,
  type SearchFilter,
  type SearchOrder,
  totalOf,
} from "./search.sql.ts";

/** Who reads, and in which structure. */
export interface Reader {
  userId: number;
  version4: boolean;
}

export interface FoundQuestions {
  total: number;
  /** The JSON of the questions, with commas between, for `fillAskers`. */
  questions: string;
}

interface ScannedQuestions extends FoundQuestions {
  /** The last id of the page, or the one it begins after, and whether there are matches behind it. */
  last: number;
  more: boolean;
}

/** A question and what searches sort by. */
export interface Match extends Record<SortField, string | number | Date> {
  id: number;
  changed_at: Date;
  /** Its JSON, for `fillAskers`. */
  question: string;
}

export interface Matches {
  total: number;
  rows: Match[];
}

export type SearchRepo = ReturnType<typeof createSearchRepo>;

/** Searches over questions, on a replica that has the reader's own writes. Each is one statement. */
export function createSearchRepo(db: QuestionsDatabase) {
  const run = <Row extends FoundQuestions>(search: Search, { userId, version4 }: Reader): Promise<Row> =>
    db.readYourWrites(userId, async (source) => {
      const { statement, values } = statementOf(search, { version4 });
      const [row] = await source.query<Row>(statement, values);
      if (!row) throw new Error("an aggregate gives one row");
      return row;
    });
  return {
    /** The first matches one by one, to be merged with those of other databases; behind `afterId` by id. */
    matches: ({ order = [], ...search }: MatchSearch, { userId, version4 }: Reader): Promise<Matches> =>
      db.readYourWrites(userId, async (source) => {
        const sorted = search.afterId === undefined ? orderOf(order) : "id";
        const { statement, values } = matchesStatement({ ...search, order: sorted }, { version4 });
        const rows = await source.query<Match & { total: number }>(statement, values);
        // Without matches there is one row, of the total alone.
        return { total: rows[0]?.total ?? 0, rows: rows.filter(({ id }) => id !== null) };
      }),
    /** A page by offset. */
    page: (search: Omit<Search, "order" | "afterId"> & { order: readonly SearchOrder[] }, reader: Reader) =>
      run<FoundQuestions>({ ...search, order: orderOf(search.order) }, reader),
    /** A page of a scan: questions with ids above `afterId`, ascending. */
    scan: (search: Required<Pick<Search, "filter" | "limit" | "afterId">>, reader: Reader) =>
      run<ScannedQuestions>({ ...search, order: "id" }, reader),
  };
}

export interface MatchSearch extends Pick<Search, "filter" | "limit" | "afterId"> {
  order?: readonly SearchOrder[];
}

interface Search {
  filter: SearchFilter;
  limit: number;
  order: string;
  offset?: number;
  afterId?: number;
}

function matchesStatement({ filter, limit, order, afterId }: Search, structure: { version4: boolean }) {
  const values: unknown[] = [];
  const parameter: Parameter = (value) => `$${values.push(value)}`;
  const condition = conditionOf(filter, parameter);
  const behind = afterId === undefined ? "" : ` AND id > ${parameter(afterId)}`;
  const ids = `SELECT id FROM questions WHERE ${condition}${behind} ORDER BY ${order} LIMIT ${Math.trunc(limit)}`;
  const total = totalOf(filter, condition, parameter);
  const statement = `SELECT (${total})::bigint AS total, found.* FROM (SELECT) AS one LEFT JOIN (
      SELECT id, item_id, asker_id AS from_id, created_at AS date_created, seller_id,
        updated_at AS changed_at, ${questionJson(structure)} AS question
      FROM questions WHERE id = ANY (ARRAY(${ids}))) AS found ON true`;
  return { statement, values };
}

function statementOf(
  { filter, limit, order, offset = 0, afterId }: Search,
  structure: { version4: boolean },
) {
  const values: unknown[] = [];
  const parameter: Parameter = (value) => `$${values.push(value)}`;
  const condition = conditionOf(filter, parameter);
  const after = afterId === undefined ? undefined : parameter(afterId);
  const behind = after === undefined ? "" : ` AND id > ${after}`;
  // No parameter for LIMIT, and no OFFSET of 0: for unknown numbers Postgres plans for large ones.
  const skipped = offset === 0 ? "" : ` OFFSET ${parameter(offset)}`;
  const ids = `SELECT id FROM questions WHERE ${condition}${behind} ORDER BY ${order} LIMIT ${Math.trunc(limit)}${skipped}`;
  // The ids are an array, so that Postgres reads the rows of the page: a join might read the whole table.
  const last = after === undefined ? "" : `, coalesce(max(id), ${after}) AS last`;
  const found = `SELECT coalesce(string_agg(${questionJson(structure)}, ',' ORDER BY ${order}), '') AS questions${last}
    FROM questions WHERE id = ANY (ARRAY(${ids}))`;
  const more =
    after === undefined
      ? ""
      : `, last, EXISTS (SELECT FROM questions WHERE ${condition} AND id > last) AS more`;
  const total = totalOf(filter, condition, parameter);
  return {
    statement: `SELECT (${total})::bigint AS total, questions${more} FROM (${found}) AS found`,
    values,
  };
}
