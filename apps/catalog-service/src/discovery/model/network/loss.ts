import type { Membership } from "../linear/groups.ts";

/** What the right groups count beside the right category: a network that errs should err among siblings. */
const groupShare = 1;

/**
 * How wrong a network's shares are: the logarithm of the right category's share is missing, and with `groupShare` the mean over its
 * groups of the logarithm of a group's share, which is the sum of its categories' shares.
 */
export class NetworkLoss {
  /** By category, the slope of what is missing: above 0 where the share should be smaller. */
  readonly errors: Float32Array;
  readonly #membership: Membership;
  /** By group, its categories. */
  readonly #members: readonly Uint16Array[];

  constructor(membership: Membership) {
    this.#membership = membership;
    this.#members = membersOf(membership);
    this.errors = new Float32Array(membership.starts.length - 1);
  }

  /** Computes the errors anew for a title of category `label`. */
  fill(shares: Float32Array, label: number): void {
    const { starts, groups } = this.#membership;
    const start = starts[label] ?? 0;
    const end = starts[label + 1] ?? 0;
    const scale = end > start ? 1 + groupShare : 1;
    for (let category = 0; category < shares.length; category++) {
      this.errors[category] = scale * (shares[category] ?? 0);
    }
    this.errors[label] = (this.errors[label] ?? 0) - 1;
    for (let i = start; i < end; i++) this.#raise(groups[i] ?? 0, groupShare / (end - start), shares);
  }

  /** Shares the right to `amount` among the categories of a group, as they share the group now. */
  #raise(group: number, amount: number, shares: Float32Array): void {
    const members = this.#members[group] ?? [];
    let sum = 1e-9;
    for (const category of members) sum += shares[category] ?? 0;
    for (const category of members) {
      this.errors[category] = (this.errors[category] ?? 0) - (amount * (shares[category] ?? 0)) / sum;
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
