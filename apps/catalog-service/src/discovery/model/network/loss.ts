import type { Membership } from "../linear/groups.ts";

/** Weight of the groups in the loss, so that a wrong prediction tends to be a sibling category. */
const groupShare = 1;

/**
 * Cross-entropy loss of the category plus `groupShare` times the mean cross-entropy of its groups
 * (hierarchical loss). A group's probability is the sum of its categories'.
 */
export class NetworkLoss {
  /** Gradient of the loss with respect to each logit. */
  readonly errors: Float32Array;
  readonly #membership: Membership;
  /** The categories of each group. */
  readonly #members: readonly Uint16Array[];

  constructor(membership: Membership) {
    this.#membership = membership;
    this.#members = membersOf(membership);
    this.errors = new Float32Array(membership.starts.length - 1);
  }

  /** Computes the gradient for a title of category `label`. */
  fill(probabilities: Float32Array, label: number): void {
    const { starts, groups } = this.#membership;
    const start = starts[label] ?? 0;
    const end = starts[label + 1] ?? 0;
    const scale = end > start ? 1 + groupShare : 1;
    for (let category = 0; category < probabilities.length; category++) {
      this.errors[category] = scale * (probabilities[category] ?? 0);
    }
    this.errors[label] = (this.errors[label] ?? 0) - 1;
    for (let i = start; i < end; i++) this.#raise(groups[i] ?? 0, groupShare / (end - start), probabilities);
  }

  /**
   * Subtracts the gradient of a group, `amount` in total, from its categories in proportion to their
   * probabilities.
   */
  #raise(group: number, amount: number, probabilities: Float32Array): void {
    const members = this.#members[group] ?? [];
    let sum = 1e-9;
    for (const category of members) sum += probabilities[category] ?? 0;
    for (const category of members) {
      this.errors[category] = (this.errors[category] ?? 0) - (amount * (probabilities[category] ?? 0)) / sum;
    }
  }
}

function membersOf({ starts, groups }: Membership): Uint16Array[] {
  const groupCount = groups.reduce((count, group) => Math.max(count, group + 1), 0);
  const members: number[][] = Array.from({ length: groupCount }, () => []);
  for (let category = 0; category + 1 < starts.length; category++) {
    for (const group of groups.subarray(starts[category] ?? 0, starts[category + 1] ?? 0)) {
      members[group]?.push(category);
    }
  }
  return members.map((categories) => Uint16Array.from(categories));
}
