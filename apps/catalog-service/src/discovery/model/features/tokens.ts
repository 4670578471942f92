/** Longer titles are cut here, so that one prediction has a bounded cost; real titles have at most 120 characters. */
const maxTitleLength = 512;

/** Letters and digits part ways ("500g" is "500" and "g"), so that sizes written together or apart look the same. */
const wordPattern = /\p{L}+|\p{N}+/gu;

/** Folds case and accents, and drops what is not seen within a word: "Jamón" and "JAMON" become "jamon". */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]+/gu, "")
    .toLowerCase();
}

/** The words of a title in order, folded; punctuation separates and is dropped. */
export function wordsOf(title: string): string[] {
  return foldText(title.slice(0, maxTitleLength)).match(wordPattern) ?? [];
}

/**
 * Takes the plural ending off a folded word, and the "e" that a plural may have brought along: enough for Spanish,
 * Portuguese and English titles, where plural and singular name the same product ("relojes" and "reloj").
 */
export function stem(word: string): string {
  const singular = word.length > 3 && word.endsWith("s") ? word.slice(0, -1) : word;
  return singular.length > 3 && singular.endsWith("e") ? singular.slice(0, -1) : singular;
}
