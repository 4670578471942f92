import words from "./words.json" with { type: "json" };

/** Digits, in groups or not, and their index in the text. */
export interface Candidate {
  digits: string;
  index: number;
}

/** 15.000.000 and 1.500,50, each with the other sign too. */
const amount = /^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$|^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$|^\d{1,3}(?:'\d{3})+$/;
const decimal = /^\d{1,4}[.,]\d{1,2}$/;
const year = /^(?:19|20)\d\d$/;
const brazilianPostcode = /^\d{5}-\d{3}$/;
const homeNetwork = /^(?:192\.168|127\.0)\.\d{1,3}\.\d{1,3}$/;

/** Units behind a number. */
const units = new Set(words.units);

/** Labels before a number: a part, a model, an order, a tax number. */
const labels = new Set(words.labels);
const pairs = new Set(["part number", "model number", "order number", "serial number", "item number"]);
/** Words between a label and its number. */
const fillers = new Set(words.fillers);

const aboutPhones =
  /(?<![a-z])(?:tel|cel|celu|wsp|wpp|zap|fone|phone|movil|telefono|celular|whats[a-z]{0,3}|whatsapp|llam[a-z]{1,8}|liga[a-z]{0,4}|ligue|call)(?![a-z])/;

/**
 * Whether digits in groups are no phone number: an amount, years, a row of sizes, a measure, a postcode, an
 * ISBN, a private network address, or a labeled number.
 */
export function isNonPhoneNumber({ digits, index }: Candidate, text: string): boolean {
  const groups = digits.split(/\D+/);
  const parts = digits.split(/[\s/;|-]+/);
  return (
    parts.every((part) => amount.test(part) || decimal.test(part)) ||
    groups.every((group) => year.test(group)) ||
    isRow(groups) ||
    brazilianPostcode.test(digits) ||
    homeNetwork.test(digits) ||
    isIsbn(groups.join("")) ||
    isMeasure(text.slice(index + digits.length, index + digits.length + 16)) ||
    (isLabeled(text.slice(Math.max(0, index - 40), index)) && !aboutPhones.test(text))
  );
}

/** Sizes or models in a row, as 38 40 42 44: four or more, rising or falling. */
function isRow(groups: readonly string[]): boolean {
  if (groups.length < 4 || groups.some((group) => group.length > 3)) return false;
  const steps = groups.slice(1).map((group, at) => Number(group) - Number(groups[at]));
  return steps.every((step) => step > 0) || steps.every((step) => step < 0);
}

/** 13 digits from 978 or 979 with the check digit of an EAN. */
function isIsbn(digits: string): boolean {
  if (digits.length !== 13 || !/^97[89]/.test(digits)) return false;
  const sum = [...digits].reduce((left, digit, at) => left + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

const isMeasure = (after: string): boolean => units.has(/^[ ~]{0,2}([a-z]+)/.exec(after)?.[1] ?? "");

function isLabeled(before: string): boolean {
  const words = before.match(/[a-z]+/g) ?? [];
  const said = words.slice(-4);
  while (fillers.has(said.at(-1) ?? "")) said.pop();
  return labels.has(said.at(-1) ?? "") || pairs.has(said.slice(-2).join(" "));
}
