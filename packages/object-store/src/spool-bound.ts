import { common } from "@marketplace/conventions";
import type { DiskReserve } from "@marketplace/server";

/**
 * Most bytes of uploads that wait for S3 at once, in this process. Where the temporary folder is memory, as
 * in compose, they are taken from the process's own.
 */
export const spoolBytes = 200 * 1024 * 1024;

/** Most of it that one user has: slow uploads of one leave room for those of others. */
export const spoolShareBytes = spoolBytes / 4;

interface SpoolLimits {
  maxBytes?: number;
  shareBytes?: number;
}

const retryLater = { headers: { "Retry-After": "5" } };

/**
 * A reserve that answers 503 to what does not fit beside the uploads under way, and 429 to what is more than
 * the share of its user; one that is larger than either goes alone.
 */
export function boundedSpool(
  disk: DiskReserve,
  { maxBytes = spoolBytes, shareBytes = spoolShareBytes }: SpoolLimits = {},
): DiskReserve {
  let taken = 0;
  const byUser = new Map<number, number>();
  const takenBy = (userId: number | undefined): number =>
    userId === undefined ? 0 : (byUser.get(userId) ?? 0);
  const take = (bytes: number, userId: number | undefined): void => {
    taken += bytes;
    if (userId === undefined) return;
    const left = takenBy(userId) + bytes;
    if (left > 0) byUser.set(userId, left);
    else byUser.delete(userId);
  };
  return {
    assertRoom: disk.assertRoom,
    async hold(bytes, userId) {
      const own = takenBy(userId);
      if (own > 0 && own + bytes > shareBytes) throw common.too_many_requests(retryLater);
      if (taken > 0 && taken + bytes > maxBytes) throw common.service_unavailable(retryLater);
      take(bytes, userId);
      let isHeld = true;
      const giveBack = () => {
        if (isHeld) take(-bytes, userId);
        isHeld = false;
      };
      try {
        const free = await disk.hold(bytes);
        return () => {
          free();
          giveBack();
        };
      } catch (error) {
        giveBack();
        throw error;
      }
    },
  };
}
