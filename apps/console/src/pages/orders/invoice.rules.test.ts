import { expect, it } from "vitest";
import { indented, largest, openableType, refusalsOf, textOf } from "./invoice.rules.ts";

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

it("XML that is nested deeply does not grow without bounds", () => {
  const deep = "<a>".repeat(10_000) + "</a>".repeat(10_000);
  expect(indented(deep).length).toBeLessThan(100 * deep.length);
});

it("XML is read in the encoding that it declares", () => {
  const xml = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>ñandú</a>`;
  const bytes = (text: string, encoding: BufferEncoding) => Uint8Array.from(Buffer.from(text, encoding));
  const known = [
    ["ISO-8859-1", "latin1"],
    ["UTF-8", "utf8"],
    ["UTF-16", "utf8"],
    ["nothing-known", "utf8"],
  ] as const;
  for (const [declared, encoding] of known)
    expect(textOf(bytes(xml(declared), encoding))).toBe(xml(declared));
  expect(textOf(bytes(`\uFEFF${xml("UTF-16")}`, "utf16le"))).toBe(xml("UTF-16"));
  expect(textOf(bytes("<a>ñandú</a>", "utf8"))).toBe("<a>ñandú</a>");
});

it("a PDF alone is opened as what it is", () => {
  const types = ["application/pdf", "text/xml", "application/xml", "text/html"];
  expect(types.map(openableType)).toEqual(["application/pdf", ...Array(3).fill("application/octet-stream")]);
});
