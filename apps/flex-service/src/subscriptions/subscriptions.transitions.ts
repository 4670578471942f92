import type { Cause } from "@marketplace/conventions";

export const modes = ["FLEX", "TURBO"] as const;
export type Mode = (typeof modes)[number];

export const subscriptionStatuses = ["in", "out", "pending"] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** The facts that prerequisites check. */
export interface Facts {
  /** Whether the user's address lies in a coverage area. */
  covered: boolean;
  /** `1_red` to `5_green`; null without reputation. */
  reputation: string | null;
  /** Whether the user has an active listing that ships by ME2. */
  me2Listing: boolean;
  /** Whether the user's FLEX subscription is in. */
  flexIn: boolean;
}

interface Transition {
  from: SubscriptionStatus | "none";
  to: SubscriptionStatus;
  /** Prerequisites of both modes. */
  needs: readonly Prerequisite[];
  /** Further prerequisites of TURBO. */
  turboNeeds: readonly Prerequisite[];
}

type Prerequisite = keyof typeof prerequisites;

const goodReputations: readonly (string | null)[] = ["3_yellow", "4_light_green", "5_green"];

const prerequisites = {
  address_not_covered: {
    met: ({ covered }: Facts) => covered,
    message: "The shipping address must lie in a coverage area",
  },
  reputation_too_low: {
    met: ({ reputation }: Facts) => goodReputations.includes(reputation),
    message: "The reputation must be yellow or green",
  },
  no_me2_listing: {
    met: ({ me2Listing }: Facts) => me2Listing,
    message: "There must be an active listing that ships by ME2",
  },
  flex_not_in: {
    met: ({ flexIn }: Facts) => flexIn,
    message: "The FLEX subscription must be in",
  },
} as const;

/**
 * The life of a subscription (decisions 6.2): opting in leaves it pending, activation takes it in, the seller
 * leaves it and may apply again. TURBO builds on FLEX, so it needs FLEX in to be opened and to be activated;
 * when FLEX goes out, a TURBO that is in goes out with it. Nothing else moves.
 */
const transitions: readonly Transition[] = [
  { from: "none", to: "pending", needs: [], turboNeeds: ["flex_not_in"] },
  {
    from: "pending",
    to: "in",
    needs: ["address_not_covered", "reputation_too_low", "no_me2_listing"],
    turboNeeds: ["flex_not_in"],
  },
  { from: "in", to: "out", needs: [], turboNeeds: [] },
  { from: "out", to: "pending", needs: [], turboNeeds: [] },
];

/** The transition between two states, or undefined when there is none. */
export function transitionOf(from: Transition["from"], to: SubscriptionStatus): Transition | undefined {
  return transitions.find((one) => one.from === from && one.to === to);
}

/** The prerequisites of a transition that the facts do not meet, each as a cause. */
export function unmet({ needs, turboNeeds }: Transition, mode: Mode, facts: Facts): Cause[] {
  const all = mode === "TURBO" ? [...turboNeeds, ...needs] : needs;
  return all
    .filter((code) => !prerequisites[code].met(facts))
    .map((code) => ({ code, message: prerequisites[code].message, references: [] }));
}
