import { castVotes, ScoreBoard } from "./nearest.ts";
import { Profile, type ProfiledTitles } from "./profiles.ts";

/** Titles are looked for by so many of the first categories of both profiles, and the most promising compared in full. */
const keyLength = 8;
const comparedTitles = 64;

const voters = 12;
const ballot = { weight: 0.6, power: 8 };

/** Finds the training titles with the profile most like a title's (by cosine) and lets them vote for their own categories. */
export class ProfileIndex {
  readonly #titles: ProfiledTitles;
  /** By title, where its categories start. */
  readonly #starts: Uint32Array;
  /** By category, the titles that have it among their first, and their strengths there, from `starts[category]` on. */
  readonly #keys: { starts: Uint32Array; titles: Uint32Array; strengths: Uint8Array };
  readonly #board: ScoreBoard;
  readonly #profile = new Profile();
  /** By category, the strength in the title asked about; all zero between calls. */
  readonly #asked: Float32Array;

  constructor(titles: ProfiledTitles, categoryCount: number) {
    this.#titles = titles;
    this.#starts = startsOf(titles.lengths);
    this.#keys = keysOf(titles, this.#starts, categoryCount);
    this.#board = new ScoreBoard(titles.labels.length);
    this.#asked = new Float32Array(categoryCount);
  }

  /** Adds the votes to the scores, which are those of the linear model. */
  addVotes(scores: Float64Array): void {
    if (this.#titles.labels.length === 0) return;
    this.#profile.fill(scores);
    const nearest = this.#promising().map(({ title }) => ({ title, score: this.#likeness(title) }));
    nearest.sort((a, b) => b.score - a.score || a.title - b.title);
    castVotes(nearest.slice(0, voters), this.#titles.labels, ballot, scores);
    const { categories, length } = this.#profile;
    for (let i = 0; i < length; i++) this.#asked[categories[i] ?? 0] = 0;
  }

  #promising() {
    const { categories, strengths, length } = this.#profile;
    const keys = this.#keys;
    for (let i = 0; i < length; i++) {
      const category = categories[i] ?? 0;
      const strength = strengths[i] ?? 0;
      this.#asked[category] = strength;
      if (i >= keyLength) continue;
      const end = keys.starts[category + 1] ?? 0;
      for (let at = keys.starts[category] ?? 0; at < end; at++) {
        this.#board.add(keys.titles[at] ?? 0, strength * (keys.strengths[at] ?? 0));
      }
    }
    return this.#board.takeBest(comparedTitles);
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
  const starts = new Uint32Array(categoryCount + 1);
  const eachKey = (visit: (category: number, title: number, at: number) => void) =>
    lengths.forEach((length, title) => {
      const start = from[title] ?? 0;
      const end = start + Math.min(length, keyLength);
      // A strength of 0 would not make the board remember the title.
      for (let at = start; at < end; at++) if (strengths[at]) visit(categories[at] ?? 0, title, at);
    });
  eachKey((category) => {
    starts[category + 1] = (starts[category + 1] ?? 0) + 1;
  });
  for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0);
  const next = starts.slice();
  const keys = {
    starts,
    titles: new Uint32Array(starts[categoryCount] ?? 0),
    strengths: new Uint8Array(starts[categoryCount] ?? 0),
  };
  eachKey((category, title, at) => {
    const place = next[category] ?? 0;
    next[category] = place + 1;
    keys.titles[place] = title;
    keys.strengths[place] = strengths[at] ?? 0;
  });
  return keys;
}
