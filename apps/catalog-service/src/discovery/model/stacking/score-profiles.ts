import { TopK } from "../neighbors/top-k.ts";

/** Maximum categories of a profile; further ones are improbable. */
const profileLength = 32;

/** Strengths are quantized to 8 bits. */
const strengthSteps = 255;

/**
 * A title's score profile: its best categories with the exponentials of their scores, normalized to length 1.
 * Titles with similar profiles are alike to the model even when they share no word.
 */
export class Profile {
  readonly #best = new TopK(profileLength);
  readonly categories = this.#best.ids;
  readonly strengths = this.#best.scores;

  get length(): number {
    return this.#best.size;
  }

  /** Sets the profile of a title's scores by category number. */
  fill(scores: ArrayLike<number>): this {
    this.#best.size = 0;
    for (let category = 0; category < scores.length; category++)
      this.#best.offer(category, scores[category] ?? 0);
    const { strengths, length } = this;
    const best = strengths[0] ?? 0;
    let squares = 0;
    for (let i = 0; i < length; i++) {
      const strength = Math.exp((strengths[i] ?? 0) - best);
      strengths[i] = strength;
      squares += strength * strength;
    }
    for (let i = 0; i < length; i++) strengths[i] = (strengths[i] ?? 0) / Math.sqrt(squares);
    return this;
  }
}

/** Out-of-fold profiles of training titles: title i has the next `lengths[i]` categories. */
export interface ProfiledTitles {
  labels: Uint16Array;
  lengths: Uint8Array;
  categories: Uint16Array;
  /** In steps of 1/255. */
  strengths: Uint8Array;
}

/** Collects profiles title by title. */
export class ProfileCollector {
  readonly #labels: number[] = [];
  readonly #lengths: number[] = [];
  readonly #categories: number[] = [];
  readonly #strengths: number[] = [];

  add(label: number, { categories, strengths, length }: Profile): void {
    this.#labels.push(label);
    this.#lengths.push(length);
    for (let i = 0; i < length; i++) {
      this.#categories.push(categories[i] ?? 0);
      this.#strengths.push(Math.round(strengthSteps * (strengths[i] ?? 0)));
    }
  }

  pack(): ProfiledTitles {
    return {
      labels: Uint16Array.from(this.#labels),
      lengths: Uint8Array.from(this.#lengths),
      categories: Uint16Array.from(this.#categories),
      strengths: Uint8Array.from(this.#strengths),
    };
  }
}

export const emptyProfiles = (): ProfiledTitles => new ProfileCollector().pack();
