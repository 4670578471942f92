import { isPersonal, isPersonalParameter } from "./fields.ts";
import { type Json, jsonWith } from "./visit-json.ts";
import { parametersWith } from "./visit-parameters.ts";
import type { Visitor } from "./visitor.ts";

/**
 * The text of a body that is not JSON as a whole. Clients label forms as JSON and JSON as forms, and servers
 * read both, so the text decides what it is; the label counts for what could be either.
 */
export function bodyTextWith(text: string, visitor: Visitor, isForm: boolean): string {
  const jsonp = jsonpWith(text, visitor);
  if (jsonp !== undefined) return jsonp;
  return form.test(text) || (isForm && !/^\s*[[{]/.test(text))
    ? parametersWith(text, visitor)
    : looseTextWith(text, visitor);
}

/** Pairs of an encoded form; a sentence has spaces. */
const form = /^[^\s=&<>{}"]+=[^\s&<>{}"]*(?:&[^\s&<>{}"]*)*\s*$/;

/** What stands before the arguments of a call. */
const callee = /^\s*(?:\/\*\*\/\s*)?[A-Za-z_$][\w$.]*\(/;

/** A call as in JSONP. Its end is looked for without a pattern, which would try every blank of many. */
function jsonpWith(text: string, visitor: Visitor): string | undefined {
  const [begin] = callee.exec(text) ?? [];
  const statement = text.trimEnd();
  const call = statement.endsWith(";") ? statement.slice(0, -1).trimEnd() : statement;
  if (begin === undefined || !call.endsWith(")")) return undefined;
  try {
    const values = JSON.parse(`[${call.slice(begin.length, -1)}]`) as Json;
    const inside = JSON.stringify(jsonWith(values, visitor)).slice(1, -1);
    return begin + inside + text.slice(call.length - 1);
  } catch {
    return undefined;
  }
}

/**
 * `"name": "value"`, `"name": 1` and `name=value`, whole or cut: each match ends with the value. Also the
 * begin of an object or array, with its name where it has one, and the end.
 */
const field =
  /"([^"\\]{1,64})"\s*:\s*(?:"((?:[^"\\]|\\.)*)|(-?\d[\d.]*)|[{[])|[{[]|[\]}]|(?<![^\s&?;,])([\w.[\]-]{1,64})=([^\s&;,"'<>]*)/g;

/** A text with fields in it, such as JSON that was cut off. */
function looseTextWith(text: string, visitor: Visitor): string {
  let result = "";
  let at = 0;
  /** The names of the objects that a field is in; elements have that of their array. */
  const around: string[] = [];
  for (const match of text.matchAll(field)) {
    const [whole, inJson, string, number, parameter, given] = match;
    const value = string ?? number ?? given;
    if (value === undefined) {
      if (/[{[]$/.test(whole)) around.push(inJson ?? around.at(-1) ?? "");
      else around.pop();
      continue;
    }
    const isMasked =
      inJson === undefined ? isPersonalParameter(parameter ?? "") : isPersonal([around.at(-1) ?? "", inJson]);
    if (!isMasked || value === "") continue;
    const end = match.index + whole.length;
    const before = text.slice(at, end - value.length);
    result += visitor.text(before, ["text"]) + visitor.personal(value, [inJson ?? parameter ?? ""]);
    at = end;
  }
  return result + visitor.text(text.slice(at), ["text"]);
}
