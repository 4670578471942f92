import type { Lab, Page } from "./lab.ts";

type Target = "api" | "notification" | "object_store" | "database";

/** Which calls a rule disturbs; all that are absent match. */
export interface FaultMatch {
  method?: string;
  /** `*` and `{id}` stand for a segment, `**` for any rest. */
  path?: string;
  application_id?: number;
  user_id?: number;
  topic?: string;
  /** Only so many calls, the first ones that match. */
  first?: number;
  /** Only every n-th call. */
  every?: number;
  probability?: { share: number; seed?: number };
}

type Delay =
  | { type: "fixed"; ms: number }
  | { type: "uniform"; min_ms: number; max_ms: number }
  | { type: "lognormal"; median_ms: number; sigma: number }
  | { type: "dribble"; chunks: number; ms: number };

/** What happens to them. */
export type FaultEffect =
  | { status: number; error?: string; retry_after?: number }
  | { delay: Delay }
  | { reset: true }
  | { truncate: number }
  | { malformed: true }
  | { quota: { limit: number; window_seconds: number } }
  | { drop: true }
  | { duplicate: true }
  | { reorder: true }
  | { wrong_signature: true }
  | { unavailable: true };

/** A failure on demand. */
export interface FaultRule {
  /** `rule-1`, `rule-2`, … by its place when absent; disturbed answers name it in `X-Sandbox-Fault`. */
  id?: string;
  /** `api` when absent. */
  target?: Target;
  match?: FaultMatch;
  effect: FaultEffect;
  /** How long it holds, in real time: 300 when absent. */
  ttl_seconds?: number;
}

/** A rule in force. */
export interface ActiveFault extends Required<FaultRule> {
  expires_at: string;
  /** Calls that matched. */
  matched: number;
  /** Calls that were disturbed. */
  fired: number;
}

/** Replaces all fault rules of a world. */
export async function putFaults(lab: Lab, rules: readonly FaultRule[]): Promise<ActiveFault[]> {
  const body = rules.map((rule, index) => ({
    id: `rule-${index + 1}`,
    target: "api",
    ttl_seconds: 300,
    ...rule,
  }));
  return (await lab<Page<ActiveFault>>("PUT", "/faults", { body })).results;
}
