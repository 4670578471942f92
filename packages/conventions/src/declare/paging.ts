import { z } from "zod";
import { common } from "./common-problems.ts";
import { signedText } from "./signed-text.ts";
import { integerParam } from "./wire.ts";

/** Limits of decisions 1.8, in elements. */
export const pagingLimits = { defaultLimit: 50, maxLimit: 100, maxWindow: 10_000 } as const;

export const pagingQuery = {
  limit: integerParam({ min: 0, max: pagingLimits.maxLimit })
    .default(pagingLimits.defaultLimit)
    .describe("Block size, 0 to 100; 50 when absent"),
  offset: integerParam({ min: 0, max: pagingLimits.maxWindow })
    .default(0)
    .describe("Lower bound of the block; offset + limit is at most 10000"),
};

export interface Page {
  limit: number;
  offset: number;
}

/** Refuses a block beyond the window. With `scan` the list has deeper reading, which the answer names. */
export function checkWindow({ limit, offset }: Page, { scan = false } = {}): void {
  if (offset + limit <= pagingLimits.maxWindow) return;
  const advice = scan ? ": read deeper with search_type=scan" : "";
  const message = `offset + limit must be at most ${pagingLimits.maxWindow}${advice}`;
  throw common.bad_request(
    { message },
    { cause: [{ code: "out_of_range", message, references: ["query.offset", "query.limit"] }] },
  );
}

export const Paging = z
  .object({
    total: z.int().min(0).describe("Count of matches"),
    offset: z.int().min(0).describe("Lower bound of the block"),
    limit: z.int().min(0).describe("Block size applied"),
  })
  .meta({ id: "Paging" });

const scrollLifetimeMs = 5 * 60_000;

/** The position of a scan, bound to its search. */
export interface ScrollPosition {
  /** Fingerprint of the search (caller, filters, order); a scroll id of another search is refused. */
  search: string;
  after: readonly (string | number)[];
}

/** Opaque, signed `scroll_id`s that are valid for five minutes (decisions 1.8). */
export function scrollIds(secret: string) {
  const signed = signedText<ScrollPosition & { expires: number }>(secret, "scroll-id");
  return {
    issue: (position: ScrollPosition, now: number): string =>
      signed.issue({ ...position, expires: now + scrollLifetimeMs }),
    /** Returns the position; throws `invalid.scroll.id` for a forged, expired or foreign id. */
    read(scrollId: string, search: string, now: number): ScrollPosition["after"] {
      const position = signed.read(scrollId);
      if (!position || position.expires <= now || position.search !== search)
        throw common.invalid_scroll_id();
      return position.after;
    },
  };
}
