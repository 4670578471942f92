import { isPersonalParameter } from "./fields.ts";
import type { Visitor } from "./visitor.ts";

/** The text of a form or a query. */
export const parametersWith = (text: string, visitor: Visitor): string =>
  text
    .split("&")
    .map((pair) => {
      const mark = pair.indexOf("=");
      if (mark < 0) return recoded(pair, (value) => visitor.text(value, ["query"]));
      const name = decoded(pair.slice(0, mark));
      return `${pair.slice(0, mark)}=${recoded(pair.slice(mark + 1), (value) =>
        isPersonalParameter(name) ? visitor.personal(value, [name]) : visitor.text(value, [name]),
      )}`;
    })
    .join("&");

/** Decodes a part of an address, changes it, and encodes it again; what does not change stays as it is. */
export function recoded(text: string, change: (decoded: string) => string): string {
  const plain = decoded(text);
  const changed = change(plain);
  return changed === plain ? text : encodeURIComponent(changed);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
