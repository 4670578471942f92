/** A title number with its score for the current query. */
export interface Neighbor {
  title: number;
  score: number;
}

/** Accumulates scores by title number; reading the top resets it. */
export class ScoreAccumulator {
  readonly #scores: Float32Array;
  readonly #touched: Uint32Array;
  #touchedCount = 0;

  constructor(titleCount: number) {
    this.#scores = new Float32Array(titleCount);
    this.#touched = new Uint32Array(titleCount);
  }

  /** Adds `points`, which must be above 0, to a title's score. */
  add(title: number, points: number): void {
    const score = this.#scores[title] ?? 0;
    if (score === 0) this.#touched[this.#touchedCount++] = title;
    this.#scores[title] = score + points;
  }

  /** The best `count` titles, best first (ties in order of first addition); resets all scores. */
  takeTop(count: number): Neighbor[] {
    const best = new TopK(count);
    for (let i = 0; i < this.#touchedCount; i++) {
      const title = this.#touched[i] ?? 0;
      best.offer(title, this.#scores[title] ?? 0);
      this.#scores[title] = 0;
    }
    this.#touchedCount = 0;
    return best.neighbors();
  }
}

/** Keeps the k highest scores in descending order; ties keep their order. */
export class TopK {
  // Parallel arrays, because moving objects would cost several times as much.
  readonly ids: Uint32Array;
  readonly scores: Float32Array;
  size = 0;

  constructor(count: number) {
    this.ids = new Uint32Array(count);
    this.scores = new Float32Array(count);
  }

  offer(id: number, score: number): void {
    const { ids, scores } = this;
    const last = scores.length - 1;
    if (this.size > last && score <= (scores[last] ?? 0)) return;
    let place = Math.min(this.size, last);
    for (; place > 0 && (scores[place - 1] ?? 0) < score; place--) {
      scores[place] = scores[place - 1] ?? 0;
      ids[place] = ids[place - 1] ?? 0;
    }
    scores[place] = score;
    ids[place] = id;
    this.size = Math.min(this.size + 1, scores.length);
  }

  neighbors(): Neighbor[] {
    const titles = this.ids.subarray(0, this.size);
    return Array.from(titles, (title, i) => ({ title, score: this.scores[i] ?? 0 }));
  }
}

/** Total weight of the votes, and the power that makes votes fall with the relative score. */
interface VoteOptions {
  weight: number;
  power: number;
}

/** Adds the votes of neighbors, best first, to their categories' scores; `labels` is by title number. */
export function addVotesOf(
  best: readonly Neighbor[],
  labels: Uint16Array,
  { weight, power }: VoteOptions,
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
