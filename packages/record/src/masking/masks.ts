import { randomBytes } from "node:crypto";
import { sameShape, sameShapeOfNumber } from "./shape.ts";

/** What is a credential or personal by its form alone, wherever it stands. */
const forms = {
  /** An access token says which application's and whose it is; both are ids, and stay. */
  accessToken: String.raw`APP_USR-\d+-[\w.-]+`,
  refreshToken: String.raw`TG-[\w.]{8,}(?:-\d+)?`,
  sandboxToken: String.raw`SBX-[\w-]{8,}`,
  webhookSecret: String.raw`whsec_[\w+/=%-]+`,
  jsonWebToken: String.raw`eyJ[\w-]+\.[\w-]+\.[\w-]*`,
  email: String.raw`(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]{1,128}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,9}`,
};
const phone = String.raw`(?<![\p{L}\p{N}.-])\+?\(?\d(?:[ ().-]?\d){7,14}(?![\p{L}\p{N}])`;

const everywhere = Object.values(forms).join("|");
const whole = (form: string) => new RegExp(`^(?:${form})$`, "u");
const isAccessToken = whole(forms.accessToken);
const isRefreshToken = whole(forms.refreshToken);
const isPrefixed = /^(?:SBX-|whsec_)/;
const isEmail = whole(forms.email);

/** Shorter values are masked in their fields only: in other texts they could be anything. */
const leastLearned = 5;
/** The same for values of digits only, which may be ids elsewhere. */
const leastDigits = 7;
/** The number of values that are looked for in other texts; beyond it the oldest are forgotten. */
const maxLearned = 5_000;

export interface Masks {
  /** The mask of a whole value. */
  of(value: string): string;
  ofNumber(value: number): number;
  /** A text with what is personal in it masked. */
  inText(text: string, free?: boolean): string;
  /** Looks for a value in texts from now on; for a word that has other meanings in free texts only. */
  learn(value: string, where?: "everywhere" | "free"): void;
}

/**
 * Masks of one recording. The key is drawn and kept nowhere: the same value has the same mask within the
 * recording, and nobody can check a guess against it later.
 */
export function createMasks(key: Buffer = randomBytes(32)): Masks {
  const masked = new Map<string, string>();
  const taken = new Set<string>();
  const learned = new Map<string, "everywhere" | "free">();
  let pattern: { plain: RegExp; free: RegExp } | undefined;

  function fresh(value: string): string {
    // Short values run out of masks of their shape: then two share one.
    for (let round = 0; round < 20; round++) {
      const mask = maskOf(key, value, round);
      if (!taken.has(mask)) return mask;
    }
    return maskOf(key, value, 0);
  }

  function of(value: string): string {
    const known = masked.get(value);
    if (known !== undefined) return known;
    const mask = fresh(value);
    masked.set(value, mask);
    taken.add(mask);
    return mask;
  }

  function patterns() {
    if (pattern) return pattern;
    const known = [...learned].sort(([one], [another]) => another.length - one.length);
    const strict = known.filter(([, where]) => where === "everywhere");
    pattern = {
      plain: new RegExp(wordsOf(strict) + everywhere, "gu"),
      free: new RegExp(`${wordsOf(known)}${everywhere}|${phone}`, "gu"),
    };
    return pattern;
  }

  return {
    of,
    ofNumber: (value) => sameShapeOfNumber(key, value),
    inText(text, free = false) {
      const { plain, free: withPhones } = patterns();
      return text.replace(free ? withPhones : plain, of);
    },
    learn(value, where = "everywhere") {
      if (learned.get(value) === "everywhere" || learned.get(value) === where || !isTelling(value)) return;
      learned.set(value, where);
      const [oldest] = learned.keys();
      if (learned.size > maxLearned && oldest !== undefined) learned.delete(oldest);
      pattern = undefined;
    },
  };
}

const isTelling = (value: string): boolean =>
  [...value].length >= (/\p{L}/u.test(value) ? leastLearned : leastDigits) && /[\p{L}\p{N}]/u.test(value);

/**
 * Whole words only: a part of an id is no phone. What they have in common stands once around all of them, so
 * that the engine decides by a character's prefix tree and does not try thousands of words at each place.
 */
const wordsOf = (learned: readonly (readonly [string, unknown])[]): string => {
  const words = learned.map(([value]) => escaped(value)).join("|");
  return words === "" ? "" : `(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])|`;
};

const escaped = (text: string): string => text.replace(/[$()*+./?[\\\]^{|}]/g, "\\$&");

function maskOf(key: Buffer, value: string, round: number): string {
  if (isAccessToken.test(value)) return maskedToken(key, value, round);
  if (isRefreshToken.test(value)) return `TG-${withoutOwner(key, value.slice(3), round)}`;
  const [prefix = ""] = isPrefixed.exec(value) ?? [];
  if (prefix !== "") return prefix + sameShape(key, value.slice(prefix.length), round);
  if (isEmail.test(value))
    return `${sameShape(key, value.slice(0, value.lastIndexOf("@")), round)}@example.com`;
  return sameShape(key, value, round);
}

function maskedToken(key: Buffer, value: string, round: number): string {
  const [, head = "", rest = ""] = /^(APP_USR-\d+-)(.*)$/s.exec(value) ?? [];
  return head + withoutOwner(key, rest, round);
}

/** The id of the user at the end stays; of a token that has none all changes. */
function withoutOwner(key: Buffer, text: string, round: number): string {
  const [, secret = text, owner = ""] = /^(.+?)(-\d+)?$/s.exec(text) ?? [];
  return sameShape(key, secret, round) + owner;
}
