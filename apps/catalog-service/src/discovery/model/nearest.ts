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

  /** The nearest titles, at most `count`, best first (of equals the one added first), and a clean board. */
  takeBest(count: number): Neighbour[] {
    // Numbers side by side: objects that move up and down would cost several times as much.
    const titles = new Uint32Array(count);
    const best = new Float32Array(count);
    for (let i = 0; i < this.#touchedCount; i++) {
      const title = this.#touched[i] ?? 0;
      const score = this.#scores[title] ?? 0;
      this.#scores[title] = 0;
      if (score <= (best[count - 1] ?? 0)) continue;
      let place = count - 1;
      for (; place > 0 && (best[place - 1] ?? 0) < score; place--) {
        best[place] = best[place - 1] ?? 0;
        titles[place] = titles[place - 1] ?? 0;
      }
      best[place] = score;
      titles[place] = title;
    }
    const found = Math.min(this.#touchedCount, count);
    this.#touchedCount = 0;
    return Array.from(titles.subarray(0, found), (title, i) => ({ title, score: best[i] ?? 0 }));
  }
}

/** What the neighbours' votes weigh together, and how steeply a vote falls with the score relative to the best. */
export interface Ballot {
  weight: number;
  power: number;
}

/** Adds the votes of neighbours, best first, to the scores of their categories; `labels` are theirs by title number. */
export function castVotes(
  best: readonly Neighbour[],
  labels: Uint16Array,
  { weight, power }: Ballot,
  scores: Float64Array,
): void {
  const top = best[0]?.score ?? 1;
  const votes = best.map(({ score }) => (score / top) ** power);
  const total = votes.reduce((sum, vote) => sum + vote, 0);
  votes.forEach((vote, i) => {
    const label = labels[best[i]?.title ?? 0] ?? 0;
    scores[label] = (scores[label] ?? 0) + (weight * vote) / total;
  });
}
