import { invertedIndex, ownersOf } from "../neighbors/inverted-index.ts";
import { addVotesOf, type Neighbor, TopK } from "../neighbors/top-k.ts";
import { Profile, type ProfiledTitles } from "./score-profiles.ts";

/** Candidates share one of both profiles' first categories; the best candidates are compared in full. */
const keyLength = 8;
/** Weaker categories of the query find no near title. */
const minKeyStrength = 0.1;
const maxCandidates = 64;

const neighborsPerTitle = 10;
const voteOptions = { weight: 0.7, power: 8 };

/**
 * k-nearest-neighbors by cosine similarity of profiles: the nearest training titles vote for their true
 * categories. So the model learns from its out-of-fold mistakes, such as categories that sellers confuse.
 */
export class ProfileNeighbors {
  readonly #titles: ProfiledTitles;
  /** Start of each title's categories. */
  readonly #starts: Uint32Array;
  /** Posting lists: the titles that have a category among their first, with its strength there. */
  readonly #keys: { starts: Uint32Array; titles: Uint32Array; strengths: Uint8Array };
  /** Candidate score by title; all zero between calls. Most titles are touched, so all are reset. */
  readonly #candidateScores: Float32Array;
  readonly #profile = new Profile();
  /** Strength by category in the query; all zero between calls. */
  readonly #query: Float32Array;

  constructor(titles: ProfiledTitles, categoryCount: number) {
    this.#titles = titles;
    this.#starts = startsOf(titles.lengths);
    this.#keys = keysOf(titles, this.#starts, categoryCount);
    this.#candidateScores = new Float32Array(titles.labels.length);
    this.#query = new Float32Array(categoryCount);
  }

  /** Adds the votes to the scores of the linear model. */
  addVotes(scores: Float64Array): void {
    if (this.#titles.labels.length === 0) return;
    const profile = this.#profile.fill(scores);
    for (let i = 0; i < profile.length; i++) {
      this.#query[profile.categories[i] ?? 0] = profile.strengths[i] ?? 0;
    }
    const nearest = this.#candidates().map(({ title }) => ({ title, score: this.#similarity(title) }));
    nearest.sort((a, b) => b.score - a.score || a.title - b.title);
    addVotesOf(nearest.slice(0, neighborsPerTitle), this.#titles.labels, voteOptions, scores);
    this.#query.fill(0);
  }

  #candidates(): Neighbor[] {
    const { categories, strengths, length } = this.#profile;
    for (let i = 0; i < Math.min(length, keyLength); i++) {
      const strength = strengths[i] ?? 0;
      if (strength >= minKeyStrength) this.#addTitlesOf(categories[i] ?? 0, strength);
    }
    const best = new TopK(maxCandidates);
    for (let title = 0; title < this.#candidateScores.length; title++) {
      const score = this.#candidateScores[title] ?? 0;
      if (score > 0) best.offer(title, score);
    }
    this.#candidateScores.fill(0);
    return best.neighbors();
  }

  #addTitlesOf(category: number, strength: number): void {
    const { starts, titles, strengths } = this.#keys;
    const scores = this.#candidateScores;
    const end = starts[category + 1] ?? 0;
    for (let at = starts[category] ?? 0; at < end; at++) {
      const title = titles[at] ?? 0;
      scores[title] = (scores[title] ?? 0) + strength * (strengths[at] ?? 0);
    }
  }

  #similarity(title: number): number {
    const { categories, strengths } = this.#titles;
    const end = this.#starts[title + 1] ?? 0;
    let sum = 0;
    for (let at = this.#starts[title] ?? 0; at < end; at++) {
      sum += (strengths[at] ?? 0) * (this.#query[categories[at] ?? 0] ?? 0);
    }
    return sum;
  }
}

function startsOf(lengths: Uint8Array): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1);
  lengths.forEach((length, title) => {
    starts[title + 1] = (starts[title] ?? 0) + length;
  });
  return starts;
}

function keysOf(
  { lengths, categories, strengths }: ProfiledTitles,
  from: Uint32Array,
  categoryCount: number,
) {
  const owners = ownersOf(lengths, categories.length);
  const isKey = (at: number) => at < (from[owners[at] ?? 0] ?? 0) + keyLength && strengths[at] !== 0;
  const keys = Uint32Array.from(categories.keys()).filter(isKey);
  const { starts, entries } = invertedIndex(
    keys.map((at) => categories[at] ?? 0),
    categoryCount,
  );
  const places = entries.map((entry) => keys[entry] ?? 0);
  return {
    starts,
    titles: places.map((at) => owners[at] ?? 0),
    strengths: Uint8Array.from(places, (at) => strengths[at] ?? 0),
  };
}
