import { createHash } from "node:crypto";
import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as spanish } from "@orama/stemmers/spanish";

export type Language = "es" | "pt" | "en";

/** What an index has to know of a language. Words are folded: in lower case and without accents. */
interface LanguageRules {
  stem(word: string): string;
  /** The word without number and gender (light stemming): fewer words share it than share a stem. */
  lightStem(word: string): string;
  /** Words that a search leaves out, unless it has no others. */
  stopWords: ReadonlySet<string>;
}

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/**
 * Endings of the plural, each with that of the singular; the first rule that fits a word applies. Snowball
 * expects accents, which folded words lack: it takes the plural of `cion` and `ao` for other words. A foreign
 * plural adds an `s` to a consonant: `notebooks`. The patterns are read by JavaScript and by OpenSearch.
 */
export const singularRules: Record<Language, readonly (readonly [pattern: string, replacement: string])[]> = {
  es: [
    ["^(.+)ces$", "$1z"],
    ["^(.+[^aeiou])es$", "$1"],
    ["^(..+[a-rt-z])s$", "$1"],
  ],
  pt: [
    ["^(.+)(?:oes|aes)$", "$1ao"],
    ["^(.+[aeou])is$", "$1l"],
    ["^(.+[rz])es$", "$1"],
    ["^(..+)ns$", "$1m"],
    ["^(..+[a-rt-z])s$", "$1"],
  ],
  en: [],
};

function singularOf(language: Language): (word: string) => string {
  const rules = singularRules[language].map(
    ([pattern, singular]) => [new RegExp(pattern), singular] as const,
  );
  return (word) => {
    for (const [pattern, singular] of rules) if (pattern.test(word)) return word.replace(pattern, singular);
    return word;
  };
}

const spanishSingular = singularOf("es");
const portugueseSingular = singularOf("pt");

const masculine = (word: string): string => word.replace(/a$/, "o");

/** Snowball stemmers and short lists of stop words. */
export const languages: Record<Language, LanguageRules> = {
  es: {
    stem: (word) => spanish(spanishSingular(word)),
    lightStem: (word) => masculine(spanishSingular(word)),
    stopWords: wordSet("a al con de del e el en la las lo los o para por que se sin su sus u un una y"),
  },
  pt: {
    stem: (word) => portuguese(portugueseSingular(word)),
    lightStem: (word) => masculine(portugueseSingular(word)),
    stopWords: wordSet("a ao aos as com da das de do dos e em na nas no nos o os ou para por que se um uma"),
  },
  en: {
    stem: english,
    lightStem: english,
    stopWords: wordSet("a an and are as at be by for from in is it of on or that the this to with"),
  },
};

/** Words with the endings that the stemmers above change. */
const sample = wordSet(
  "mesas luces papeles pantalones camisetas cancion canciones rapidamente corriendo vendido gatas tenis notebooks " +
    "coracoes paes animais flores homens cadeiras cadeira infantil feminina jogando bonito watches running quickly",
);

const fingerprintOf = ({ stem }: LanguageRules): string =>
  createHash("sha256")
    .update([...sample].map(stem).join(" "))
    .digest("hex")
    .slice(0, 16);

/** Say by which rules languages are stemmed: an index that was saved by others gets its stems again. */
export const stemmerFingerprints: Record<Language, string> = {
  es: fingerprintOf(languages.es),
  pt: fingerprintOf(languages.pt),
  en: fingerprintOf(languages.en),
};
