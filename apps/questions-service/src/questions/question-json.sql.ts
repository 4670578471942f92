import type { Asker, askerFields } from "./askers.service.ts";

/** Holds the place of an asker of whom more is told than his id; JSON never has this character in it. */
const mark = "\u0001";
const markSql = "chr(1)";

const text = (sql: string): string => `to_json(${sql})::text`;
const shown = (sql: string, status: string): string =>
  text(`CASE ${status} WHEN 'BANNED' THEN '' ELSE ${sql} END`);
/** As platformTimestamp of the conventions. */
const moment = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC' - interval '4 hours', '"\\""YYYY-MM-DD"T"HH24:MI:SS.MS"-04:00\\""')`;

const answer = `CASE WHEN answer_text IS NULL THEN 'null' ELSE '{"text":' || ${shown("answer_text", "answer_status")}
  || ',"status":' || ${text("answer_status")} || ',"date_created":' || ${moment("answered_at")} || '}' END`;

/**
 * SQL of a question's JSON, the same text as that of searchView; `contact` is SQL of whether the caller may see the
 * asker's contact data. What is told of askers comes from elsewhere: `withAskers` puts it in.
 */
export function questionJson(contact: string, { version4 }: { version4: boolean }): string {
  const marked = `${markSql} || asker_id || CASE WHEN ${contact} THEN '+' ELSE '' END || ${markSql}`;
  const plain = `'{"id":' || asker_id || '}'`;
  const from = version4 ? `CASE WHEN ${contact} THEN ${marked} ELSE ${plain} END` : marked;
  return [
    `'{"id":' || id || ',"item_id":' || ${text("item_id")} || ',"seller_id":' || seller_id`,
    `',"from":' || ${from} || ',"status":' || ${text("status")} || ',"text":' || ${shown("text", "status")}`,
    `',"date_created":' || ${moment("created_at")} || ',"deleted_from_listing":' || hidden || ',"hold":' || hold`,
    ...(version4 ? [`',"suspected_spam":' || suspected_spam`] : []),
    `',"answer":' || ${answer} || '}'`,
  ].join(" || ");
}

/** Puts what `viewsOf` tells of the askers into the JSON of questions. */
export async function withAskers(
  json: string,
  viewsOf: (askers: readonly Asker[]) => Promise<(asker: Asker) => ReturnType<typeof askerFields>>,
): Promise<string> {
  if (!json.includes(mark)) return json;
  const pieces = json.split(mark);
  // Between two pieces of JSON stands an asker.
  const askers = pieces.filter((_, index) => index % 2 === 1).map(askerOf);
  const view = await viewsOf(askers);
  const told = askers.map((asker) => JSON.stringify(view(asker)));
  return pieces.map((piece, index) => (index % 2 === 1 ? told[(index - 1) / 2] : piece)).join("");
}

const askerOf = (place: string): Asker => ({ id: Number.parseInt(place, 10), contact: place.endsWith("+") });
