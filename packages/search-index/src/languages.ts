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

/** Rewrites the first ending that fits a word of four letters or more. */
const singular =
  (endings: readonly (readonly [RegExp, string])[]) =>
  (word: string): string => {
    const [pattern, ending] = endings.find(([pattern]) => word.length > 3 && pattern.test(word)) ?? [];
    return pattern === undefined || ending === undefined ? word : word.replace(pattern, ending);
  };

// Snowball expects accents, which folded words lack: it takes the plural of `cion` and `ao` for other words.
// A foreign plural adds an `s` to a consonant: `notebooks`.
const spanishSingular = singular([
  [/ces$/, "z"],
  [/(?<=[^aeiou])es$/, ""],
  [/(?<=[a-rt-z])s$/, ""],
]);
const portugueseSingular = singular([
  [/(?:oes|aes)$/, "ao"],
  [/(?<=[aeou])is$/, "l"],
  [/(?<=[rz])es$/, ""],
  [/ns$/, "m"],
  [/(?<=[a-rt-z])s$/, ""],
]);

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

/** Say by which rules languages are stemmed: an index that was saved by others gets its stems anew. */
export const stemmerFingerprints: Record<Language, string> = {
  es: fingerprintOf(languages.es),
  pt: fingerprintOf(languages.pt),
  en: fingerprintOf(languages.en),
};
