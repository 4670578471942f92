import type { IncomingMessage } from "node:http";
import { systemClock } from "@marketplace/server";
import { createFaults, type Fault } from "../faults/fault-rules.ts";
import { tokenFacts } from "../token-facts.ts";
import { perWorld, type SendResult } from "../world.ts";
import type { profiles } from "./profile.schema.ts";

type Profile = (typeof profiles)[number];

/** What public marketplaces allow a user's token in a minute. */
const requestsPerMinute = 1_500;
/** How long a strict marketplace waits for a receiver, in milliseconds. */
export const strictTimeoutMs = 500;
/** A topic is switched off after so many failed attempts in a row. */
const failuresAllowed = 10;
/** How long a strict marketplace does not find a new item, in milliseconds. */
const strictSearchLagMs = 2_000;
/** The rule that is in force in a strict world; it is set again with the profile. */
const dayS = 86_400;

/** The profile of a world, and what it has come to. */
export const strictnessOf = perWorld(() => {
  const quota = createFaults(systemClock);
  const failures = new Map<string, number>();
  let profile: Profile = "kind";
  const isOff = (key: string): boolean => (failures.get(key) ?? 0) >= failuresAllowed;
  return {
    get profile(): Profile {
      return profile;
    },
    /** How long searches do not find what has changed, in milliseconds. */
    get searchLagMs(): number {
      return profile === "strict" ? strictSearchLagMs : 0;
    },
    set(next: Profile): void {
      profile = next;
      failures.clear();
    },
    /** The fault of a request beyond the quota of its token. */
    beyondQuota(req: IncomingMessage): Fault | undefined {
      if (quota.list().length === 0)
        quota.set([
          {
            id: "strict",
            target: "api",
            match: {},
            effect: { quota: { limit: requestsPerMinute, window_seconds: 60 } },
            ttl_seconds: dayS,
          },
        ]);
      return quota.meet("api", tokenFacts(req));
    },
    isOff,
    /** Counts failures in a row of a topic of an application. */
    count(key: string, { failure }: SendResult): void {
      if (failure === undefined) failures.delete(key);
      else failures.set(key, (failures.get(key) ?? 0) + 1);
    },
    /** The topics that are switched off, as `<application>:<topic>`. */
    off: (): string[] => [...failures.keys()].filter(isOff),
  };
});
