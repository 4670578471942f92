import type { RecordedBody } from "../exchange.ts";
import { isOfAddress, isPersonal } from "./fields.ts";
import type { Visitor } from "./visitor.ts";

export type Json = Extract<RecordedBody, { json: unknown }>["json"];

/** Elements of an array stand in the field that the array is in. */
export function jsonWith(value: Json, visitor: Visitor, path: readonly string[] = []): Json {
  if (typeof value === "string")
    return isPersonal(path) ? visitor.personal(value, path) : visitor.text(value, path);
  if (typeof value === "number") return isPersonal(path) ? visitor.personalNumber(value) : value;
  if (Array.isArray(value)) return value.map((element) => jsonWith(element, visitor, path));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      visitor.text(name, [...path, "key"]),
      jsonWith(field, visitor, toldPath(value, [...path, name])),
    ]),
  );
}

/** In billing data the type of an entry says what its value is: kinds and places are nobody's own. */
const isTelling = (type: string): boolean =>
  /_TYPE(?:_ID)?$|SITE_ID$|COUNTRY|^(?:CITY|STATE)(?:_NAME|_ID|_CODE)?$/.test(type);

/** The path of a field, where other fields of its object say more of it than its name. */
function toldPath(owner: { [name: string]: Json }, path: readonly string[]): readonly string[] {
  const { type } = owner;
  const name = path.at(-1) ?? "";
  if (name === "value" && typeof type === "string" && isTelling(type)) return ["value"];
  // Elsewhere it names the cause of an error.
  if (name === "code" && "grant_type" in owner) return ["authorization_code"];
  if (isOfAddress(name, owner)) return [...path.slice(0, -1), "address", name];
  return path;
}
