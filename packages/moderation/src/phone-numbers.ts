import { withoutDatesAndTimes } from "./dates-and-times.ts";
import { type Candidate, isNonPhoneNumber } from "./non-phone-numbers.ts";

/** Groups of digits with up to eight signs between, none a letter or a sign of amounts, sizes or lists. */
const digitGroups = /\d+(?:[^\p{L}\p{N}$%*\xd7=<>"#&@?!\xbf\xa1+\xb0]{1,8}\d+)*/gu;
const digitsInPhone = { min: 8, max: 15 };

/** The letter o for a zero, between digits. */
const letterZero = /(?<=\d)o(?=\d)/g;

/** An amount behind a currency: $ 15.000.000,00. */
const priced = /(?:[$\u20ac\u00a3]s?|(?<![a-z])(?:usd|ars|brl|mxn|clp|cop|uyu|pen)) ?\d[\d.,']*/g;

/** Whether a text has 8 to 15 digits behind a + or in groups. A plain run is a model (decisions 3.4). */
export function containsPhoneNumber(marked: string): boolean {
  const text = withoutDatesAndTimes(marked.replace(letterZero, "0")).replace(priced, " n ");
  return [...text.matchAll(digitGroups)].some(({ 0: run, index }) =>
    candidatesIn(run, index).some((candidate) => isPhone(candidate, text)),
  );
}

/** Each part of a list may be a number, and so may parts between slashes when it is long. */
function candidatesIn(run: string, index: number): Candidate[] {
  const parts = partsOf(run, index, /[,;]\s+/g);
  return parts.flatMap((part) =>
    countOf(part.digits) > digitsInPhone.max ? partsOf(part.digits, part.index, / ?[/|,;] ?| - /g) : [part],
  );
}

function partsOf(run: string, index: number, between: RegExp): Candidate[] {
  const parts: Candidate[] = [];
  let from = 0;
  for (const { 0: gap, index: at } of run.matchAll(between)) {
    parts.push({ digits: run.slice(from, at), index: index + from });
    from = at + gap.length;
  }
  return [...parts, { digits: run.slice(from), index: index + from }];
}

const countOf = (run: string): number => run.replace(/\D/g, "").length;

function isPhone({ digits, index }: Candidate, text: string): boolean {
  const count = countOf(digits);
  if (count < digitsInPhone.min || count > digitsInPhone.max) return false;
  if (/(?<![\d\p{L}])\+[ (~]{0,2}$/u.test(text.slice(Math.max(0, index - 4), index))) return true;
  const grouped = /\d\D/.test(digits);
  return grouped && !isNonPhoneNumber({ digits, index }, text);
}
