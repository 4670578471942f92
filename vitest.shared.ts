/** Generous: a slow machine is no failure, and nothing is asserted about time. */
export const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } };
