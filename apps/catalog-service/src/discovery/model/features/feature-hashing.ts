import { stem } from "./tokens.ts";

/** Feature kinds. Each kind hashes with its own seed, so that equal text of two kinds gives two features. */
export const Field = { word: 0, pair: 1, chars: 2, lead: 3, leadChars: 4 } as const;

/** The normalization group of each field; a group has the same weight however many features it has. */
export const groupOfField = Uint8Array.of(0, 0, 1, 2, 2);

/** Weight of each group; the leading words repeat other features, so they count half. */
export const groupWeights = Float32Array.of(1, 1, 0.5);

const maxFeatures = 4096;
const seeds = Uint32Array.of(0x811c9dc5, 0x1b873593, 0xcc9e2d51, 0x85ebca6b, 0xc2b2ae35);
const leadWords = 3;
const charLengths = { shortest: 3, longest: 5 };
const leadCharLengths = { shortest: 3, longest: 4 };

/** The features of one title as parallel arrays, reused for every title: predicting allocates little. */
export class FeatureList {
  readonly hashes = new Uint32Array(maxFeatures);
  readonly fields = new Uint8Array(maxFeatures);
  size = 0;

  add(hash: number, field: number): void {
    if (this.size === maxFeatures) return;
    this.hashes[this.size] = scramble(hash);
    this.fields[this.size] = field;
    this.size++;
  }
}

/**
 * Fills `list` with the hashed features of a title's words: words, bigrams and skip-bigrams (one word apart),
 * character n-grams of 3 to 5 (robust to typos), the first one, two and three words, and character n-grams of
 * the first word (a title usually starts with the product).
 */
export function extractFeatures(words: readonly string[], list: FeatureList): void {
  list.size = 0;
  const stems = words.map(stem);
  stems.forEach((word, index) => {
    const previous = stems[index - 1];
    const beforePrevious = stems[index - 2];
    list.add(hashText(seeds[Field.word] ?? 0, word), Field.word);
    if (previous !== undefined) list.add(hashJoined(Field.pair, [previous, word]), Field.pair);
    if (beforePrevious !== undefined)
      list.add(hashJoined(Field.pair, [beforePrevious, "", word]), Field.pair);
  });
  for (const word of words) addPieces(word, list, { field: Field.chars, ...charLengths });
  for (let count = 1; count <= Math.min(leadWords, stems.length); count++) {
    list.add(hashJoined(Field.lead, stems.slice(0, count)), Field.lead);
  }
  addPieces(words[0] ?? "", list, { field: Field.leadChars, ...leadCharLengths });
}

/** The hash of a word's feature; words are stemmed. */
export function hashWord(word: string): number {
  return scramble(hashText(seeds[Field.word] ?? 0, word));
}

function hashJoined(field: number, words: readonly string[]): number {
  return words.reduce((hash, word) => Math.imul(hashText(hash, word) ^ 0x20, 0x01000193), seeds[field] ?? 0);
}

function hashText(seed: number, text: string): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

interface PieceRange {
  field: number;
  shortest: number;
  longest: number;
}

/** Adds the character n-grams of the word with a blank on both sides; FNV-1a extends one hash per start. */
function addPieces(word: string, list: FeatureList, { field, shortest, longest }: PieceRange): void {
  if (word === "") return;
  const padded = ` ${word} `;
  for (let start = 0; start + shortest <= padded.length; start++) {
    let hash = seeds[field] ?? 0;
    const end = Math.min(padded.length, start + longest);
    for (let i = start; i < end; i++) {
      hash = Math.imul(hash ^ padded.charCodeAt(i), 0x01000193);
      if (i - start + 1 >= shortest) list.add(hash, field);
    }
  }
}

/** Finalizer of the hash: the vocabulary looks hashes up by their high bits, which FNV-1a leaves uneven. */
function scramble(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x7feb352d);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
