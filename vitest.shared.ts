/** Long timeouts: the machine may be slow, and tests assert no durations. */
export const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } };
