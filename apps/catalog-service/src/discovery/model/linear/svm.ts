import { seededRandom, shuffle } from "../features/seeded-random.ts";
import type { TitleMatrix } from "../features/sparse-matrix.ts";

/** A one-vs-rest problem: the rows to learn from and their labels. */
interface BinaryProblem {
  matrix: TitleMatrix;
  rows: Uint32Array;
  /** By row of the matrix: 1 positive, 0 negative. */
  isPositive: Uint8Array;
  /** The SVM's C by class; larger values fit the titles closer. */
  positiveCost: number;
  negativeCost: number;
}

/** Stopping rule: epochs, and the gap between projected gradients that counts as converged. */
export interface StopRule {
  maxPasses: number;
  tolerance: number;
}

/**
 * Linear SVM with squared hinge loss, trained by dual coordinate descent with shrinking (the algorithm of
 * LIBLINEAR): each step solves for one row's dual variable, and rows far outside the margin are skipped for
 * the rest of the run. Returns a weight per feature and the bias last.
 */
export function trainBinary(problem: BinaryProblem, stop: StopRule): Float32Array {
  const run = new DescentRun(problem);
  let bound = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < stop.maxPasses; pass++) {
    const { highest, lowest } = run.pass(bound);
    if (highest - lowest <= stop.tolerance) break;
    bound = highest > 0 ? highest : Number.POSITIVE_INFINITY;
  }
  return run.weights;
}

class DescentRun {
  readonly weights: Float32Array;
  readonly #problem: BinaryProblem;
  readonly #rows: Uint32Array;
  readonly #multipliers: Float64Array;
  readonly #squaredNorms: Float64Array;
  readonly #random: () => number;
  #active: number;

  constructor(problem: BinaryProblem) {
    const { matrix, rows } = problem;
    this.#problem = problem;
    this.#rows = Uint32Array.from(rows);
    this.#active = rows.length;
    this.#multipliers = new Float64Array(matrix.rowCount);
    this.#squaredNorms = new Float64Array(matrix.rowCount);
    this.weights = new Float32Array(matrix.featureCount + 1);
    this.#random = seededRandom(rows.length);
    for (const row of rows) this.#squaredNorms[row] = squaredNorm(matrix, row);
  }

  /** One epoch over the active rows; returns the range of the projected gradients. */
  pass(bound: number): { highest: number; lowest: number } {
    let highest = Number.NEGATIVE_INFINITY;
    let lowest = Number.POSITIVE_INFINITY;
    shuffle(this.#rows, this.#active, this.#random);
    for (let i = 0; i < this.#active; i++) {
      const row = this.#rows[i] ?? 0;
      const isPositive = this.#problem.isPositive[row] === 1;
      const sign = isPositive ? 1 : -1;
      const diagonal = 0.5 / (isPositive ? this.#problem.positiveCost : this.#problem.negativeCost);
      const multiplier = this.#multipliers[row] ?? 0;
      const gradient = sign * this.#margin(row) - 1 + multiplier * diagonal;
      if (multiplier === 0 && gradient > bound) {
        this.#setAside(i);
        i--;
        continue;
      }
      const projected = multiplier === 0 ? Math.min(gradient, 0) : gradient;
      highest = Math.max(highest, projected);
      lowest = Math.min(lowest, projected);
      if (Math.abs(projected) < 1e-12) continue;
      const next = Math.max(multiplier - gradient / ((this.#squaredNorms[row] ?? 1) + diagonal), 0);
      this.#multipliers[row] = next;
      this.#addToWeights(row, (next - multiplier) * sign);
    }
    return { highest, lowest };
  }

  #setAside(position: number): void {
    this.#active--;
    const row = this.#rows[position] ?? 0;
    this.#rows[position] = this.#rows[this.#active] ?? 0;
    this.#rows[this.#active] = row;
  }

  #margin(row: number): number {
    const { starts, ids, values, featureCount } = this.#problem.matrix;
    const weights = this.weights;
    const end = starts[row + 1] ?? 0;
    let sum = weights[featureCount] ?? 0;
    for (let i = starts[row] ?? 0; i < end; i++) sum += (weights[ids[i] ?? 0] ?? 0) * (values[i] ?? 0);
    return sum;
  }

  #addToWeights(row: number, step: number): void {
    if (step === 0) return;
    const { starts, ids, values, featureCount } = this.#problem.matrix;
    const weights = this.weights;
    const end = starts[row + 1] ?? 0;
    for (let i = starts[row] ?? 0; i < end; i++) {
      const id = ids[i] ?? 0;
      weights[id] = (weights[id] ?? 0) + step * (values[i] ?? 0);
    }
    weights[featureCount] = (weights[featureCount] ?? 0) + step;
  }
}

/** Squared norm of a row, including the constant bias feature. */
function squaredNorm({ starts, values }: TitleMatrix, row: number): number {
  let sum = 1;
  const end = starts[row + 1] ?? 0;
  for (let i = starts[row] ?? 0; i < end; i++) sum += (values[i] ?? 0) ** 2;
  return sum;
}
