import { publishRecorded } from "@marketplace/events";
import { type DueWork, dueWork } from "@marketplace/server";
import type { Deps } from "./deps.ts";

/** Nothing here waits for a moment; what others have caused is published. */
export const dueWorkOf = ({ db, notifications }: Pick<Deps, "db" | "notifications">): DueWork =>
  dueWork([], () => publishRecorded({ pool: db.pool, notifications }));
