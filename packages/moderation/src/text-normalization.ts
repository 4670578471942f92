/** Marks where an invisible character was, and a digit that was not one of 0 to 9. */
export const marker = "~";

/** Formatting, variation selectors, keycaps and marks that no letter composes with. */
const unseen = /[\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]/u;
const digit = /\p{Nd}/u;

/** What compatibility normalization leaves: the first of a row, how many, and what the first means. */
const rows: readonly [first: number, count: number, meaning: string][] = [
  ...([0x2776, 0x2780, 0x278a, 0x24f5] as const).map((first) => [first, 9, "1"] as [number, number, string]),
  ...([0x24ff, 0x1f10b, 0x1f10c] as const).map((first) => [first, 1, "0"] as [number, number, string]),
  ...([0x1f150, 0x1f170, 0x1f1e6] as const).map((first) => [first, 26, "a"] as [number, number, string]),
];

/** Homoglyphs: letters of other scripts that look Latin, and signs that stand for others. */
const alike = new Map(
  [
    ["аеорсухіѕјԁοα", "aeopcyxisjdoa"],
    ["·•∙⋅‧・。｡", "........"],
    ["−⁃", "--"],
    ["⁄∕⧸\\", "////"],
    ["⠀", " "],
  ].flatMap(([from = "", to = ""]) => [...from].map((sign, at) => [sign, to.charAt(at)] as const)),
);

/** The meaning of a character that NFKC keeps. */
function plainSign(sign: string): string | undefined {
  if (alike.has(sign)) return alike.get(sign);
  if (/\p{Pd}/u.test(sign)) return "-";
  if (/[\p{Z}\s\p{Cc}]/u.test(sign)) return " ";
  const code = sign.codePointAt(0) ?? 0;
  const row = rows.find(([first, count]) => code >= first && code < first + count);
  return row && String.fromCodePoint((row[2].codePointAt(0) ?? 0) + code - row[0]);
}

/** The value of a digit of any script: their digits lie in rows of ten. */
function digitValue(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  let first = code;
  while (digit.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

/** One character, normalized; `undefined` when it is invisible. */
function read(sign: string): string | undefined {
  if (unseen.test(sign)) return undefined;
  const known = plainSign(sign);
  if (known !== undefined) return known;
  return [...sign.normalize("NFKC")]
    .map((part) => (digit.test(part) ? digitValue(part) : (plainSign(part) ?? part)))
    .join("");
}

/** The characters of a percent-encoded text or of an HTML entity that addresses are made of. */
const encoded = /%(2[b-f]|3a|40|5f)|&#(x?)0{0,4}([0-9a-f]{2,3});?|&(commat|period|colon|sol);?/gi;
const entities = new Map(Object.entries({ commat: "@", period: ".", colon: ":", sol: "/" }));

function decoded(text: string): string {
  return text.replace(encoded, (whole, percent?: string, hex?: string, code?: string, name?: string) => {
    if (name !== undefined) return entities.get(name.toLowerCase()) ?? whole;
    const value = Number.parseInt(percent ?? code ?? "", percent || hex ? 16 : 10);
    return value > 0x20 && value < 0x7f ? String.fromCodePoint(value) : whole;
  });
}

function reading(sign: string, mark: string): string {
  const seen = read(sign);
  if (seen === undefined) return mark;
  return /\d/.test(seen) ? `${mark}${seen}${mark}` : seen;
}

function folded(text: string, mark: string): string {
  const composed = decoded(text.normalize("NFC"));
  const known = new Map<string, string>([[" ", " "]]);
  const plain = composed.replace(/[^!-~]/gu, (sign) => {
    const present = known.get(sign) ?? reading(sign, mark);
    known.set(sign, present);
    return present;
  });
  return plain.replaceAll("\\", "/").toLowerCase();
}

/**
 * A text in lower case as a person reads it: NFKC, ASCII digits, plain dots, dashes, slashes and spaces,
 * percent-decoded, without invisible characters.
 */
export const normalizedText = (text: string): string => folded(text, "");

/** The same with markers and without accents, so that a disguised number differs from a plain one. */
export const markedText = (text: string): string =>
  folded(text, marker)
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "");
