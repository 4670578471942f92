/** Bounds the cost of one prediction; real titles have at most 120 characters. */
const maxTitleLength = 512;

/** Splits letters from digits, so that "500g" and "500 g" give the same words. */
const wordPattern = /\p{L}+|\p{N}+/gu;

/** Folds case and accents and drops invisible characters: "Jamón" and "JAMON" become "jamon". */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]+/gu, "")
    .toLowerCase();
}

/** Tokenizes a title into folded words; punctuation separates them. */
export function wordsOf(title: string): string[] {
  return foldText(title.slice(0, maxTitleLength)).match(wordPattern) ?? [];
}

/**
 * Light stemmer of folded words (Spanish, Portuguese, English): removes a final "s", then "e", because nouns
 * that end in a consonant have plurals in -es: "relojes" is "reloj".
 */
export function stem(word: string): string {
  const singular = word.length > 3 && word.endsWith("s") ? word.slice(0, -1) : word;
  return singular.length > 3 && singular.endsWith("e") ? singular.slice(0, -1) : singular;
}
