import { expect, it } from "vitest";
import { indented, largest, refusalsOf } from "./invoice.rules.ts";

const file = (name: string, type: string, size = 100) => ({ name, type, size });
const pdf = file("a.pdf", "application/pdf");
const xml = file("a.xml", "text/xml");

it("a PDF, an XML and both are taken", () => {
  for (const files of [[pdf], [xml], [pdf, xml]]) expect(refusalsOf(files, [])).toEqual([]);
});

it("files are refused by their type, their size, and for being two of one kind", () => {
  const files = [
    file("a.txt", "text/plain"),
    file("b.pdf", "application/pdf", largest + 1),
    file("c.pdf", "application/pdf", 0),
  ];
  expect(refusalsOf(files, [])).toEqual([
    { code: "wrongType", of: "a.txt" },
    { code: "tooLarge", of: "b.pdf" },
    { code: "emptyFile", of: "c.pdf" },
    { code: "twice", of: "pdf" },
  ]);
});

it("a kind that the pack has is refused, the other one is not", () => {
  expect(refusalsOf([pdf], ["pdf"])).toEqual([{ code: "taken", of: "pdf" }]);
  expect(refusalsOf([xml], ["pdf"])).toEqual([]);
});

it("XML is shown with an element a line", () => {
  expect(indented('<?xml version="1.0"?><a><b c="1"/><d>text</d></a>')).toBe(
    '<?xml version="1.0"?>\n<a>\n  <b c="1"/>\n  <d>text</d>\n</a>',
  );
});
