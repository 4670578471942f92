import { editDistance } from "@marketplace/conventions";
import { Column } from "./column.ts";
import { Vocabulary } from "./vocabulary.ts";

/** Corrections of one word. */
const maxCorrections = 3;

/** The edit distance up to which a word of this length is corrected. */
export const tolerance = (word: string): number => (word.length < 4 ? 0 : word.length < 6 ? 1 : 2);

export interface Correction {
  word: string;
  /** From the mistyped word. */
  edits: number;
  /** Items with the word. */
  count: number;
}

/** Those with the fewest edits, the most common first. */
export function closest(corrections: readonly Correction[]): string[] {
  const fewest = Math.min(...corrections.map(({ edits }) => edits));
  return corrections
    .filter(({ edits }) => edits === fewest)
    .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1))
    .slice(0, maxCorrections)
    .map(({ word }) => word);
}

export const digitsOf = (word: string): string => word.replace(/\D/g, "");

/** The words of a site: also found by their stem, and by words that are spelled alike. */
export class WordVocabulary extends Vocabulary {
  /** Words by their stem. */
  readonly stems = new Map<string, number[]>();
  /** The letters and digits of each word as a set of 32 bits. */
  readonly signatures = new Column(Uint32Array);
  readonly #stem: (word: string) => string;

  constructor(stem: (word: string) => string) {
    super();
    this.#stem = stem;
  }

  override columns(): Record<string, Column> {
    return { ...super.columns(), signatures: this.signatures };
  }

  override add(word: string): number {
    const id = super.add(word);
    if (id === this.signatures.length) {
      this.signatures.push(signatureOf(word));
      this.#addStem(this.#stem(word), id);
    }
    return id;
  }

  #addStem(stem: string, id: number): void {
    const words = this.stems.get(stem);
    if (words) words.push(id);
    else this.stems.set(stem, [id]);
  }

  /** The known words with the stem of a word, itself among them. */
  formsOf(word: string): readonly number[] {
    return this.stems.get(this.#stem(word)) ?? [];
  }

  /** Takes stems of a snapshot, or makes them again when they are not by the present rules. */
  restoreStems(stems: Iterable<readonly [stem: string, words: number[]]>, { areOurs }: { areOurs: boolean }) {
    this.stems.clear();
    for (const [stem, words] of stems) if (areOurs) this.stems.set(stem, words);
    if (!areOurs) for (const [id, word] of this.names.entries()) this.#addStem(this.#stem(word), id);
  }

  stemOf(word: string): string {
    return this.#stem(word);
  }

  /**
   * The closest words that `enough` live items have, with the same digits and within the tolerance. Signature
   * hashing (Boytsov 2011): an edit changes at most two letters of a word's set of letters, so words whose
   * sets differ in more need no edit distance.
   */
  corrections(word: string, enough: number): string[] {
    let limit = tolerance(word);
    if (limit === 0) return [];
    const [signature, digits] = [signatureOf(word), digitsOf(word)];
    const close: Correction[] = [];
    const [signatures, counts] = [this.signatures.values, this.counts.values];
    for (let id = 1; id < signatures.length; id++) {
      const difference = (signatures[id] ?? 0) ^ signature;
      if ((difference & digitBits) !== 0 || differingBits(difference) > 2 * limit) continue;
      const count = counts[id] ?? 0;
      const name = this.names[id] ?? "";
      if (count < enough || Math.abs(name.length - word.length) > limit || digitsOf(name) !== digits)
        continue;
      const edits = editDistance(word, name, limit);
      if (edits === 0 || edits > limit) continue;
      close.push({ word: name, edits, count });
      // Words with more edits are no longer of interest.
      limit = edits;
    }
    return closest(close);
  }
}

/** A bit for each letter, and above them five for digits, which are all to be the same. */
function signatureOf(word: string): number {
  let signature = 0;
  for (let index = 0; index < word.length; index++) {
    const code = word.charCodeAt(index);
    signature |= 1 << (code >= 48 && code <= 57 ? 27 + (code % 5) : 1 + (code % 26));
  }
  return signature >>> 0;
}

const digitBits = 0xf8000000;

/** Bits that are set (population count). */
function differingBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
