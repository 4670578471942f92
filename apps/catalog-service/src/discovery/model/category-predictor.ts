import { type CategoryModel, type Prediction, type PredictOptions, rank } from "./category-model.ts";
import type { LabelledTitle } from "./features/training-set.ts";
import { Overlay } from "./neighbors/recent-titles.ts";

/** A recent title that is word for word the one asked about outweighs the whole span of the model's scores (about -2 to 3). */
const overlayWeight = 6;
/** Where a category starts that the model has never seen: about the score of an ordinary wrong category. */
const unseenScore = -1.5;

/** What one site predicts with: its trained model and the titles listed since, which count at once. */
export class CategoryPredictor {
  readonly #model: CategoryModel;
  readonly #overlay: Overlay;

  constructor(model: CategoryModel, overlay: Overlay = new Overlay()) {
    this.#model = model;
    this.#overlay = overlay;
  }

  /** Lets a newly labeled title count from the next prediction on, without training. */
  add(title: LabelledTitle): void {
    this.#overlay.add(title);
  }

  /** The category that a title is surely of, by the trained model (CategoryModel.meant); recent titles do not sway it. */
  meant(title: string): string | undefined {
    return this.#model.meant(title);
  }

  /** Best categories first; empty when neither training nor a recent title has any word of it (decisions 7.5). */
  predict(title: string, options: PredictOptions = {}): Prediction[] {
    const scores = this.#model.score(title);
    const votes = this.#overlay.votes(title);
    if (votes === undefined)
      return scores === undefined ? [] : rank(this.#model.data.categoryIds, scores, options);
    const categoryIds = [...this.#model.data.categoryIds];
    const blended = scores === undefined ? categoryIds.map(() => unseenScore) : Array.from(scores);
    for (const { categoryId, strength } of votes) {
      const known = categoryIds.indexOf(categoryId);
      const category = known < 0 ? categoryIds.push(categoryId) - 1 : known;
      blended[category] = (blended[category] ?? unseenScore) + overlayWeight * strength;
    }
    return rank(categoryIds, blended, options);
  }
}
