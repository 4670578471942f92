import { ownersOf, postingsOf } from "./inverted-index.ts";
import { Profile, type ProfiledTitles } from "./profiles.ts";
import { BestFew, castVotes, type Neighbor } from "./top-k.ts";

/** Titles are looked for by so many of the first categories of both profiles, and the most promising compared in full. */
const keyLength = 8;
/** A category of which the title asked about has less finds nobody who would be near. */
const leastKeyStrength = 0.1;
const comparedTitles = 64;

const voters = 10;
const ballot = { weight: 0.7, power: 8 };

/** Finds the training titles with the profile most like a title's (by cosine) and lets them vote for their own categories. */
export class ProfileIndex {
  readonly #titles: ProfiledTitles;
  /** By title, where its categories start. */
  readonly #starts: Uint32Array;
  /** By category, the titles that have it among their first, and their strengths there, from `starts[category]` on. */
  readonly #keys: { starts: Uint32Array; titles: Uint32Array; strengths: Uint8Array };
  /** By title, how promising it is; all zero between calls. Most titles are touched, so they are not kept track of. */
  readonly #promise: Float32Array;
  readonly #profile = new Profile();
  /** By category, the strength in the title asked about; all zero between calls. */
  readonly #asked: Float32Array;

  constructor(titles: ProfiledTitles, categoryCount: number) {
    this.#titles = titles;
    this.#starts = startsOf(titles.lengths);
    this.#keys = keysOf(titles, this.#starts, categoryCount);
    this.#promise = new Float32Array(titles.labels.length);
    this.#asked = new Float32Array(categoryCount);
  }

  /** Adds the votes to the scores, which are those of the linear model. */
  addVotes(scores: Float64Array): void {
    if (this.#titles.labels.length === 0) return;
    const profile = this.#profile;
    profile.fill(scores);
    for (let i = 0; i < profile.length; i++) {
      this.#asked[profile.categories[i] ?? 0] = profile.strengths[i] ?? 0;
    }
    const nearest = this.#promising().map(({ title }) => ({ title, score: this.#likeness(title) }));
    nearest.sort((a, b) => b.score - a.score || a.title - b.title);
    castVotes(nearest.slice(0, voters), this.#titles.labels, ballot, scores);
    this.#asked.fill(0);
  }

  #promising(): Neighbor[] {
    const { categories, strengths, length } = this.#profile;
    for (let i = 0; i < Math.min(length, keyLength); i++) {
      const strength = strengths[i] ?? 0;
      if (strength >= leastKeyStrength) this.#addTitlesOf(categories[i] ?? 0, strength);
    }
    const best = new BestFew(comparedTitles);
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
  const { starts, entries } = postingsOf(
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
