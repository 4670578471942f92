import { invertedIndex, ownersOf } from "../neighbors/inverted-index.ts";
import { addVotesOf, type Neighbor, TopK } from "../neighbors/top-k.ts";
import { Profile, type ProfiledTitles } from "./score-profiles.ts";

/**
 * Candidates share one of the first categories of both profiles; the best candidates are compared in full.
 */
const keyLength = 8;
/** Weaker categories of the query find no near title. */
const leastKeyStrength = 0.1;
const comparedTitles = 64;

const voters = 10;
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
  readonly #promise: Float32Array;
  readonly #profile = new Profile();
  /** Strength by category in the query; all zero between calls. */
  readonly #asked: Float32Array;

  constructor(titles: ProfiledTitles, categoryCount: number) {
    this.#titles = titles;
    this.#starts = startsOf(titles.lengths);
    this.#keys = keysOf(titles, this.#starts, categoryCount);
    this.#promise = new Float32Array(titles.labels.length);
    this.#asked = new Float32Array(categoryCount);
  }

  /** Adds the votes to the scores of the linear model. */
  addVotes(scores: Float64Array): void {
    if (this.#titles.labels.length === 0) return;
    const profile = this.#profile;
    profile.fill(scores);
    for (let i = 0; i < profile.length; i++) {
      this.#asked[profile.categories[i] ?? 0] = profile.strengths[i] ?? 0;
    }
    const nearest = this.#promising().map(({ title }) => ({ title, score: this.#likeness(title) }));
    nearest.sort((a, b) => b.score - a.score || a.title - b.title);
    addVotesOf(nearest.slice(0, voters), this.#titles.labels, voteOptions, scores);
    this.#asked.fill(0);
  }

  #promising(): Neighbor[] {
    const { categories, strengths, length } = this.#profile;
    for (let i = 0; i < Math.min(length, keyLength); i++) {
      const strength = strengths[i] ?? 0;
      if (strength >= leastKeyStrength) this.#addTitlesOf(categories[i] ?? 0, strength);
    }
    const best = new TopK(comparedTitles);
    for (let title = 0; title < this.#promise.length; title++) best.offer(title, this.#promise[title] ?? 0);
    this.#promise.fill(0);
    return best.neighbors();
  }

  #addTitlesOf(category: number, strength: number): void {
    const { starts, titles, strengths } = this.#keys;
    const promise = this.#promise;
    const end = starts[category + 1] ?? 0;
    for (let at = starts[category] ?? 0; at < end; at++) {
      const title = titles[at] ?? 0;
      promise[title] = (promise[title] ?? 0) + strength * (strengths[at] ?? 0);
    }
  }

  #likeness(title: number): number {
    const { categories, strengths } = this.#titles;
    const end = this.#starts[title + 1] ?? 0;
    let sum = 0;
    for (let at = this.#starts[title] ?? 0; at < end; at++) {
      sum += (strengths[at] ?? 0) * (this.#asked[categories[at] ?? 0] ?? 0);
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
