import type { Exchange } from "./exchange.ts";

/** A read that was answered with `{}`, but for what is said of it. */
export const exchangeOf = (target: string, more: Partial<Exchange> = {}): Exchange => ({
  version: 1,
  at: "2026-01-01T00:00:00.000Z",
  method: "GET",
  target,
  request: { headers: {}, body: null },
  status: 200,
  answer: { headers: {}, body: { json: {} } },
  duration_ms: 1,
  ...more,
});
