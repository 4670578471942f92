import type { SystemClock } from "@marketplace/server";
import type { ItemChangesRepo } from "./item-changes.repo.ts";

/** What a follower reads. */
export type FollowedChanges = Pick<ItemChangesRepo, "ofSeller" | "present" | "since">;

/** How long changes may wait for a process of other rules before this one takes the index back. */
const takeBackAfterMs = 30_000;

const ruleless = (cursor: string): string => cursor.slice(cursor.indexOf(" ") + 1);

/**
 * Changes for a reader that indexes by the rules of a fingerprint. Its cursors begin with it, and a cursor of
 * other rules is as good as one that is too old: the reader reads all items again.
 *
 * Of processes that share an index the one of other rules that started last decides, as in a rollout: one
 * that had the index by its own rules before leaves all changes to that one, which looks for them by itself.
 * When changes wait for half a minute, nobody does, and this one builds the index again.
 */
export function fingerprintedChanges(
  fingerprint: string,
  changes: FollowedChanges,
  clock: Pick<SystemClock, "monotonicMs">,
): FollowedChanges {
  const own = `${fingerprint} `;
  let hadOwn = false;
  let left: { at: string; since: number } | undefined;

  const leave = async (cursor: string) => {
    const news = await changes.since(ruleless(cursor));
    const waiting = !news || news.numbers.length > 0 || news.categories.length > 0;
    if (!waiting || left?.at !== cursor) left = { at: cursor, since: clock.monotonicMs() };
    if (clock.monotonicMs() - left.since > takeBackAfterMs) {
      hadOwn = false;
      return undefined;
    }
    return { numbers: [], categories: [], trees: news?.trees ?? "", cursor };
  };

  return {
    present: async () => own + (await changes.present()),
    async since(cursor) {
      if (!cursor.startsWith(own)) return hadOwn ? await leave(cursor) : undefined;
      hadOwn = true;
      const news = await changes.since(ruleless(cursor));
      return news && { ...news, cursor: own + news.cursor };
    },
    async ofSeller(cursor, sellerId) {
      const news = await changes.ofSeller(ruleless(cursor), sellerId);
      return { ...news, cursor: own + news.cursor };
    },
  };
}
