import words from "./words.json" with { type: "json" };

/** Top-level domains that are no words. */
const clearEndings = new Set(words.clearEndings);
/** Those that are words in one of the languages count with a path only: "gracias.me interesa". */
const wordEndings = new Set(words.wordEndings);
const mailHosts = new Set(words.mailHosts);
const networks = new Set(words.networks);

// One character before the @ and two behind the first dot tell as much as all of them.
const email = /[\p{L}\p{N}_.+-]@[\p{L}\p{N}-]{1,63}\.\p{L}{2}/u;
const mailbox = /[\p{L}\p{N}]@(\p{L}{3,12})(?!\p{L})/gu;
const mailHostCom = /(?<!\p{L})(\p{L}{3,12})[ ,]{1,3}com(?![\p{L}\p{N}])/gu;

const scheme = /[a-z]{2} ?: ?\/ ?\/ ?[\p{L}\p{N}[]/u;
const starredScheme = /\bh..ps?:\/\//u;
const www = /\bwww[ .,]{1,3}[\p{L}\p{N}]/u;
const national = /[\p{L}\p{N}-]\.(?:com?|org|net)\.\p{L}{2}(?![\p{L}\p{N}])/u;
const ending = /(?<=[\p{L}\p{N}-]{2})\.(\p{L}{2,6})(?![\p{L}\p{N}])/gu;
const endingWithPath = /(?<=[\p{L}\p{N}-])\.(\p{L}{2,6})\/[\p{L}\p{N}@+]/gu;
const networkAddress = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?::\d{2,5}(?!\d)|\/[\p{L}\p{N}])/u;
const handle = /(?<![\p{L}\p{N}])@ ?[\p{L}\p{N}_.]{3}/u;

/** "(at)", "[arroba]", "{dot}": a sign by its name or as it is, between brackets. */
const bracketedAt = / {0,2}[([{<*_] ?(?:at|arroba|a|@) ?[)\]}>*_] {0,2}/g;
const bracketedDot = / {0,2}[([{<*_] ?(?:dot|punto|ponto|\.) ?[)\]}>*_] {0,2}/g;
const namedAt = /[ _-]{0,2}(?<!\p{L})arroba(?!\p{L})[ _-]{0,2}/gu;
const namedDot = /[ _-]{0,2}(?<!\p{L})(?:dot|punto|ponto)(?!\p{L})[ _-]{0,2}(\p{L}{2,6})(?!\p{L})/gu;
/** "wa punto me barra": a word for an ending, and its path. */
const namedShort = /(?<!\p{L})(wa|t)(?: (?:dot|punto|ponto) | ?\. ?)me(?: (?:barra|slash) | ?\/ ?)/gu;
/** In English "at" is a word: it is a sign before what is a host. */
const wordAt = / at (?=[\p{L}\p{N}-]{2,63}\.(\p{L}{2,6})(?!\p{L}))/gu;
/** "ana @ gmail . com": spaces around the @, and around dots behind it or behind a host of mail. */
const looseAt = / {1,2}@ {0,2}|@ {1,2}/g;
const looseDot =
  /(?<![\p{L}\p{N}@-])(@?)([\p{L}\p{N}-]{1,63})(?: {1,2}[.] {0,2}|[.,] {1,2}|,)(?=(\p{L}{2,6})(?!\p{L}))/gu;

/** "g m a i l . c o m": signs that stand alone, five or more on end, are one word. */
const spacedOut = /(?<![^ ])[^ ](?: {1,2}[^ ](?![^ ])){4,}/gu;

/** Whether what a pattern catches, anywhere in the text, is one of these words. */
const catches = (text: string, pattern: RegExp, words: ReadonlySet<string>): boolean =>
  [...text.matchAll(pattern)].some(([, word = ""]) => words.has(word));

const isHost = (text: string): boolean =>
  catches(text, ending, clearEndings) ||
  catches(text, endingWithPath, clearEndings) ||
  catches(text, endingWithPath, wordEndings);

const isWritten = (text: string): boolean =>
  [email, scheme, starredScheme, www, national, networkAddress].some((pattern) => pattern.test(text)) ||
  isHost(text) ||
  catches(text, mailbox, mailHosts) ||
  catches(text, mailHostCom, mailHosts);

/** An address that is spelled, as it would be written. */
function unspelled(plain: string): string {
  return plain
    .replace(bracketedAt, "@")
    .replace(bracketedDot, ".")
    .replace(namedAt, "@")
    .replace(namedDot, (whole, word: string) => (clearEndings.has(word) ? `.${word}` : whole))
    .replace(namedShort, "$1.me/")
    .replace(wordAt, (whole, word: string) => (clearEndings.has(word) ? "@" : whole))
    .replace(looseAt, "@")
    .replace(looseDot, (whole, at: string, name: string, word: string) =>
      clearEndings.has(word) && (at !== "" || mailHosts.has(name)) ? `${at}${name}.` : whole,
    );
}

const joined = (plain: string): string => plain.replace(spacedOut, (letters) => letters.replaceAll(" ", ""));

const namesNetwork = (plain: string): boolean =>
  (plain.match(/\p{L}+/gu) ?? []).some((word) => networks.has(word));

/** Whether a plain text holds an e-mail address, a URL, a host's name, or a named network with an @name. */
export function containsAddress(plain: string): boolean {
  // Most texts are all three of these.
  const texts = new Set([plain, unspelled(plain), unspelled(joined(plain))]);
  return [...texts].some(isWritten) || (handle.test(plain) && namesNetwork(plain));
}
