import { common } from "@marketplace/conventions";
import type { DiskReserve } from "@marketplace/server";

/**
 * Most bytes of uploads that wait for S3 at once, in this process. Where the temporary folder is memory, as
 * in compose, they are taken from the process's own.
 */
export const spoolBytes = 200 * 1024 * 1024;

/** A reserve that answers 503 to what does not fit beside the uploads under way; a larger one goes alone. */
export function boundedSpool(disk: DiskReserve, mostBytes: number = spoolBytes): DiskReserve {
  let taken = 0;
  return {
    assertRoom: disk.assertRoom,
    async hold(bytes) {
      if (taken > 0 && taken + bytes > mostBytes)
        throw common.service_unavailable({ headers: { "Retry-After": "5" } });
      taken += bytes;
      let isHeld = true;
      const giveBack = () => {
        if (isHeld) taken -= bytes;
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
