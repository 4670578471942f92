/** The usual constants of BM25. Titles are short, so the frequency of a word within a title is ignored. */
const saturation = 1.2;
const lengthWeight = 0.75;

/** Stop words: a word in more titles than this says little and would cost most of the time. */
const maxDocumentShare = 0.05;
const minCommonDocuments = 200;

/** The k of k-nearest-neighbors. */
export const neighborsPerTitle = 8;

/** BM25's inverse document frequency of a word. */
export function idfOf(documents: number, titles: number): number {
  return Math.log(1 + (titles - documents + 0.5) / (documents + 0.5));
}

/** Whether a word is a stop word. */
export function isCommon(documents: number, titles: number): boolean {
  return documents > Math.max(minCommonDocuments, maxDocumentShare * titles);
}

/** BM25's length normalization; `relativeLength` is 1 for a title of average length. */
export function lengthFactor(relativeLength: number): number {
  return (1 + saturation) / (1 + saturation * (1 - lengthWeight + lengthWeight * relativeLength));
}
