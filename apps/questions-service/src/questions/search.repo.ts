import type { QuestionsDatabase } from "@marketplace/database/questions";
import { questionJson } from "./question-json.sql.ts";
import {
  conditionOf,
  orderOf,
  type Parameter,
  type SearchFilter,
  type SearchOrder,
  totalOf,
} from "./search.sql.ts";

export interface PageOf {
  limit: number;
  offset: number;
  order: readonly SearchOrder[];
}

export interface ScanOf {
  limit: number;
  /** Ids above it, ascending. */
  afterId: number;
}

/** For whom the questions are shown, and in which structure. */
export interface Reader {
  userId: number;
  version4: boolean;
}

export interface FoundJson {
  total: number;
  /** Questions as JSON, with commas between; for `withAskers`. */
  questions: string;
}

export interface ScannedJson extends FoundJson {
  /** The last id that was read, and whether there are matches behind it. */
  last: number | null;
  more: boolean;
}

/** Searches over questions, on a replica where the reader's own writes are; each is one statement, which writes the answer's JSON. */
export interface SearchRepo {
  page(filter: SearchFilter, page: PageOf, reader: Reader): Promise<FoundJson>;
  scan(filter: SearchFilter, block: ScanOf, reader: Reader): Promise<ScannedJson>;
}

/** Searches on Postgres: ids by index first, then the rows of the page. */
export function createSearchRepo(db: QuestionsDatabase): SearchRepo {
  return {
    async page(filter, { limit, offset, order }, reader) {
      const { parameter, values } = parameters();
      const condition = conditionOf(filter, parameter);
      const by = orderOf(order);
      // First pages name none: with a number that is not known, Postgres would plan each search anew.
      const skipped = offset === 0 ? "" : ` OFFSET ${parameter(offset)}`;
      const ids = `${condition} ORDER BY ${by} LIMIT ${blockOf(limit)}${skipped}`;
      const found = `(${shownAs(reader, { ids, by, parameter })}) AS found`;
      const statement = `SELECT (${totalOf(filter, condition, parameter)})::bigint AS total, questions FROM ${found}`;
      return first(
        await db.readYourWrites(reader.userId, (source) => source.query<FoundJson>(statement, values)),
      );
    },
    async scan(filter, { limit, afterId }, reader) {
      const { parameter, values } = parameters();
      const condition = conditionOf(filter, parameter);
      const ids = `${condition} AND id > ${parameter(afterId)} ORDER BY id LIMIT ${blockOf(limit)}`;
      const found = `(${shownAs(reader, { ids, by: "id", parameter })}) AS found`;
      const more = `EXISTS (SELECT FROM questions WHERE ${condition} AND id > last)`;
      const total = totalOf(filter, condition, parameter);
      const statement = `SELECT (${total})::bigint AS total, questions, last, ${more} AS more FROM ${found}`;
      return first(
        await db.readYourWrites(reader.userId, (source) => source.query<ScannedJson>(statement, values)),
      );
    },
  };
}

function parameters(): { parameter: Parameter; values: unknown[] } {
  const values: unknown[] = [];
  return { values, parameter: (value) => `$${values.push(value)}` };
}

/** In the text of the statement: a plan for a limit that is not known would not be one for a page. */
const blockOf = (limit: number): number => Math.trunc(limit);

interface Shown {
  ids: string;
  by: string;
  parameter: Parameter;
}

/** By an array of ids: a join might read a whole table for a page of it. */
function shownAs({ userId, version4 }: Reader, { ids, by, parameter }: Shown): string {
  // The rule of `maySeeContact` in questions.policy.ts.
  const json = questionJson(`vehicle AND seller_id = ${parameter(userId)}::bigint`, { version4 });
  return `SELECT coalesce(string_agg(${json}, ',' ORDER BY ${by}), '') AS questions, max(id) AS last
    FROM questions WHERE id = ANY (ARRAY(SELECT id FROM questions WHERE ${ids}))`;
}

function first<Row>([row]: Row[]): Row {
  if (!row) throw new Error("an aggregate gives one row");
  return row;
}
