/** Constants of BM25 as usually chosen; titles are short, so repeats of a word within one are not counted. */
const saturation = 1.2;
const lengthWeight = 0.75;

/** A word in more titles than this share says little about any and would cost most of the time. */
const commonShare = 0.05;
const alwaysRare = 200;

/** Neighbours that vote. */
const neighbourCount = 8;

/** How rare a word is: its weight in a match. */
export function rarityOf(holders: number, titles: number): number {
  return Math.log(1 + (titles - holders + 0.5) / (holders + 0.5));
}

/** Whether a word is in too many titles to look at. */
export function isCommon(holders: number, titles: number): boolean {
  return holders > Math.max(alwaysRare, commonShare * titles);
}

/** What a match in a title counts, less the longer it is; `relativeLength` is 1 for a title of average length. */
export function lengthFactor(relativeLength: number): number {
  return (1 + saturation) / (1 + saturation * (1 - lengthWeight + lengthWeight * relativeLength));
}

/** A title by its number, with its score for the current query. */
export interface Neighbour {
  title: number;
  score: number;
}

/** Adds up scores by title number and gives the best few; empty again after each reading. */
export class ScoreBoard {
  /** Zero for titles that are not in `#touched`. */
  readonly #scores: Float32Array;
  readonly #touched: Uint32Array;
  #touchedCount = 0;

  constructor(titleCount: number) {
    this.#scores = new Float32Array(titleCount);
    this.#touched = new Uint32Array(titleCount);
  }

  /** Adds to a title's score; `points` must be above 0. */
  add(title: number, points: number): void {
    const score = this.#scores[title] ?? 0;
    if (score === 0) this.#touched[this.#touchedCount++] = title;
    this.#scores[title] = score + points;
  }

  /** The nearest titles, best first, and a clean board. */
  takeBest(): Neighbour[] {
    const best: Neighbour[] = [];
    for (let i = 0; i < this.#touchedCount; i++) {
      const title = this.#touched[i] ?? 0;
      const score = this.#scores[title] ?? 0;
      this.#scores[title] = 0;
      if (best.length === neighbourCount) {
        if (score <= (best[neighbourCount - 1]?.score ?? 0)) continue;
        best.pop();
      }
      const place = best.findIndex((other) => other.score < score);
      best.splice(place < 0 ? best.length : place, 0, { title, score });
    }
    this.#touchedCount = 0;
    return best;
  }
}
