import { publishRecorded } from "@marketplace/events";
import { type DueWork, dueWork } from "@marketplace/server";
import { inEach } from "@marketplace/sharding";
import type { Deps } from "./deps.ts";

/** Nothing here waits for a moment; what others have caused is published. */
export const dueWorkOf = (deps: Deps): DueWork =>
  dueWork([], async () => {
    await inEach(deps, ({ db, notifications }) => publishRecorded({ pool: db.pool, notifications }));
  });
