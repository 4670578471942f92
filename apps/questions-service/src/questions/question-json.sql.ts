import type { Question } from "./questions.sql.ts";

// Postgres writes the JSON of a search's questions (docs/adr/0011-search-json-in-sql.md says what
// that gains). The fields and their SQL are declared in questions.schema.ts.

/** The fields by which the asker's details are found. */
export type Asked = Pick<Question, "askerId" | "sellerId" | "vehicle">;

/** The JSON text of a value. */
export const jsonText = (sql: string): string => `to_json(${sql})::text`;

/** A timestamp as `platformTimestamp` of the conventions writes it. */
export const jsonTime = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC' - interval '4 hours', '"\\""YYYY-MM-DD"T"HH24:MI:SS.MS"-04:00\\""')`;

/** An object, whose fields are SQL of JSON text. */
export const jsonObject = (fields: Readonly<Record<string, { sql?: string | undefined }>>): string => {
  const parts = Object.entries(fields).flatMap(([name, { sql }]) =>
    sql === undefined ? [] : [`"${name}":' || ${sql} || '`],
  );
  return `'{${parts.join(",")}}'`;
};

/** Stands on both sides of what identifies an asker. JSON escapes this character, so no text contains it. */
const mark = "\u0001";

/** An asker: complete, or a placeholder where the structure or the vehicle may add details. */
export function jsonAsker({ version4 }: { version4: boolean }): string {
  const placeholder = "chr(1) || concat_ws(',', asker_id, seller_id, vehicle) || chr(1)";
  return version4
    ? `CASE WHEN vehicle THEN ${placeholder} ELSE '{"id":' || asker_id || '}' END`
    : placeholder;
}

/** Replaces the placeholders of askers by their JSON. */
export async function fillAskers(
  json: string,
  jsonOf: (asked: readonly Asked[]) => Promise<readonly string[]>,
): Promise<string> {
  if (!json.includes(mark)) return json;
  // Every second part is a placeholder.
  const parts = json.split(mark);
  const asked = parts.filter((_, index) => index % 2 === 1).map(askedOf);
  const askers = await jsonOf(asked);
  return parts.map((part, index) => (index % 2 === 1 ? askers[(index - 1) / 2] : part)).join("");
}

function askedOf(placeholder: string): Asked {
  const [askerId, sellerId, vehicle] = placeholder.split(",");
  return { askerId: Number(askerId), sellerId: Number(sellerId), vehicle: vehicle === "t" };
}
