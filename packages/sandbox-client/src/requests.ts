import type { Lab, Page } from "./lab.ts";

/** A request that was made to a world; its `id` is the `X-Request-Id` of the answer. */
export interface RecordedRequest {
  id: string;
  method: string;
  /** Path and query without their secrets. */
  target: string;
  /** Null when the connection ended before an answer. */
  status: number | null;
  complete: boolean;
  started_at: string;
  duration_ms: number;
  application_id: number | null;
  user_id: number | null;
  /** The fault rule that disturbed it. */
  fault: string | null;
  replay_of: string | null;
}

/** Which requests to list. */
export interface RequestFilter {
  /** ISO 8601, real time. */
  since?: string;
  /** `404`, or `4xx` for all that begin so. */
  status?: number | string;
  /** How the path begins. */
  path?: string;
  method?: string;
  application?: number;
  /** 100 when absent, which is also the most. */
  limit?: number;
}

/** The latest requests of a world, newest first. */
export async function listRequests(lab: Lab, filter: RequestFilter = {}): Promise<RecordedRequest[]> {
  const query = { limit: 100, ...filter };
  return (await lab<Page<RecordedRequest>>("GET", "/requests", { query })).results;
}
