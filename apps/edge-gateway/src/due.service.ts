import { type DueWork, dueWork } from "@marketplace/server";
import type { Deps } from "./deps.ts";

/** Attempts to notify, and the ends of tokens, authorization codes and missed notifications. */
export const dueWorkOf = ({ notifications, tokens }: Pick<Deps, "notifications" | "tokens">): DueWork =>
  dueWork(
    [
      { kind: "delivery", list: notifications.due.attempts },
      { kind: "expiry", passive: true, list: notifications.due.ends },
      { kind: "expiry", passive: true, list: tokens.expiring },
    ],
    notifications.deliverDue,
  );
