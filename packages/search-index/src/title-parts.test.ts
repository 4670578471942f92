import { expect, test } from "vitest";
import { titleParts } from "./title-parts.ts";

test.each([
  ["Case for iPhone 14", "Case", "for iPhone 14"],
  ["Funda para celular con clip", "Funda", "para celular con clip"],
  ["Capa compatível com Galaxy", "Capa", "compatível com Galaxy"],
  ["pizza frango c/catupiry", "pizza frango", "c/catupiry"],
  ["Para mamá", "Para mamá", ""],
  ["Forte conector comum", "Forte conector comum", ""],
  ["", "", ""],
])("the subject of %j is %j", (title, subject, rest) => {
  expect(titleParts(title)).toEqual({ subject, rest });
});
