import { createHmac } from "node:crypto";

const digits = "0123456789";
const lower = "abcdefghijklmnopqrstuvwxyz";
const upper = lower.toUpperCase();

/** Letters and digits that stand for those of a value: the same value and round give the same ones. */
function drawsOf(key: Buffer, value: string, round: number): (at: number) => number {
  let block = Buffer.alloc(0);
  let known = -1;
  return (at) => {
    const wanted = Math.floor(at / 32);
    if (wanted !== known) {
      block = createHmac("sha256", key).update(`${round}:${wanted}:`).update(value).digest();
      known = wanted;
    }
    return block[at % 32] ?? 0;
  };
}

/** Another character of the alphabet than the one that is there. */
function other(alphabet: string, present: string, draw: number): string {
  const at = alphabet.indexOf(present);
  const next = at < 0 ? draw : at + 1 + (draw % (alphabet.length - 1));
  return alphabet[next % alphabet.length] ?? "";
}

const isUpper = /\p{Lu}/u;
const isLetter = /\p{L}|\p{M}/u;
const isDigit = /\p{N}/u;

/**
 * A text of the same shape: letters stay letters of the same case, digits stay digits, all else stays. Every
 * letter and digit changes, so that even a short value does not stand for itself.
 */
export function sameShape(key: Buffer, value: string, round = 0): string {
  const draw = drawsOf(key, value, round);
  return [...value]
    .map((character, at) => {
      if (isDigit.test(character)) return other(digits, character, draw(at));
      if (!isLetter.test(character)) return character;
      return other(isUpper.test(character) ? upper : lower, character, draw(at));
    })
    .join("");
}

/** A number with as many digits; of coordinates the whole degrees stay. */
export function sameShapeOfNumber(key: Buffer, value: number): number {
  const text = String(value);
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return 0;
  const dot = text.indexOf(".");
  const masked =
    dot < 0 ? sameShape(key, text) : text.slice(0, dot + 1) + sameShape(key, text.slice(dot + 1));
  // A leading zero would make it shorter.
  return Number(
    dot < 0
      ? masked.replace(/^(-?)0(?=\d)/, (_, sign: string) => `${sign}${text[0] === "9" ? 8 : 9}`)
      : masked,
  );
}
