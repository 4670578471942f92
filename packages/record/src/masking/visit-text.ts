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

/** A call as in JSONP: what stands before its arguments, these, and the end. */
const call = /^(\s*(?:\/\*\*\/\s*)?[A-Za-z_$][\w$.]*\()(.*)(\)\s*;?\s*)$/s;

function jsonpWith(text: string, visitor: Visitor): string | undefined {
  const [, begin, inside, end] = call.exec(text) ?? [];
  if (inside === undefined) return undefined;
  try {
    const values = JSON.parse(`[${inside}]`) as Json;
    return `${begin}${JSON.stringify(jsonWith(values, visitor)).slice(1, -1)}${end}`;
  } catch {
    return undefined;
  }
}

/** `"name": "value"`, `"name": 1` and `name=value`, whole or cut. Each match ends with the value. */
const field =
  /"([^"\\]{1,64})"\s*:\s*(?:"((?:[^"\\]|\\.)*)|(-?\d[\d.]*))|(?<![^\s&?;,])([\w.[\]-]{1,64})=([^\s&;,"'<>]*)/g;

/** A text with fields in it, such as JSON that was cut off. */
function looseTextWith(text: string, visitor: Visitor): string {
  let result = "";
  let at = 0;
  for (const match of text.matchAll(field)) {
    const [whole, inJson, string, number, parameter, given] = match;
    const value = string ?? number ?? given ?? "";
    const isMasked = inJson === undefined ? isPersonalParameter(parameter ?? "") : isPersonal([inJson]);
    if (!isMasked || value === "") continue;
    const end = match.index + whole.length;
    const before = text.slice(at, end - value.length);
    result += visitor.text(before, ["text"]) + visitor.personal(value, [inJson ?? parameter ?? ""]);
    at = end;
  }
  return result + visitor.text(text.slice(at), ["text"]);
}
