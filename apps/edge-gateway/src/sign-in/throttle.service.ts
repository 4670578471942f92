import { dayMs } from "@marketplace/conventions";
import type { SystemClock } from "@marketplace/server";
import type { KeyedHash } from "../secrets/keyed-hash.ts";
import { type Tally, type ThrottleKind, throttlePolicies, waitMs, withFailure } from "./throttle.rules.ts";
import type { ThrottlesRepo } from "./throttles.repo.ts";

/** Something that attempts are counted by: an address, the name of an account, a browser of a user. */
export interface Counted {
  kind: ThrottleKind;
  text: string;
}

/** An attempt that was counted as failed before it is tried. */
export interface Attempt {
  /** What is blocked from now on if it fails; `undefined` while nothing is. */
  blocks: { kind: ThrottleKind; seconds: number } | undefined;
  /** It succeeded: accounts and browsers start again, addresses lose this failure only. */
  succeed(): Promise<void>;
  /** It could not be tried: it counts for nothing. */
  withdraw(): Promise<void>;
}

export type Admission = { kind: "attempt"; attempt: Attempt } | { kind: "blocked"; seconds: number };

export type Throttle = ReturnType<typeof createThrottle>;

interface Parts {
  repo: ThrottlesRepo;
  clock: SystemClock;
  hash: KeyedHash;
  transaction<T>(work: () => Promise<T>): Promise<T>;
}

interface Change {
  key: string;
  kind: ThrottleKind;
  before: Tally;
  after: Tally;
}

function longestBlock(changes: readonly Change[]): Attempt["blocks"] {
  const blocks = changes.map(({ kind, after }) => {
    const { counted_at: now } = after;
    return { kind, seconds: waitMs(after, now, throttlePolicies[kind]) / 1_000 };
  });
  const [longest] = blocks.toSorted((one, other) => other.seconds - one.seconds);
  return longest && longest.seconds > 0 ? longest : undefined;
}

/** Everything is forgiven by then. */
const forgottenMs = dayMs;

/** Counts attempts to sign in, over all replicas. */
export function createThrottle({ repo, clock, hash, transaction }: Parts) {
  /** Takes one failure back. What others have counted meanwhile stays. */
  const undo = ({ key, before, after }: Change) =>
    transaction(async () => {
      const present = (await repo.lock([key], after.counted_at)).get(key);
      if (!present) return;
      const isOurs = present.failures === after.failures && +present.counted_at === +after.counted_at;
      await repo.set(key, isOurs ? before : { ...present, failures: Math.max(0, present.failures - 1) });
    });
  const attemptOf = (changes: readonly Change[]): Attempt => ({
    blocks: longestBlock(changes),
    async succeed() {
      for (const change of changes) {
        if (change.kind === "address") await undo(change);
        else await repo.remove(change.key);
      }
    },
    async withdraw() {
      for (const change of changes) await undo(change);
    },
  });
  const keyOf = ({ kind, text }: Counted) => `${kind} ${hash(`${kind} ${text}`)}`;
  return {
    /** Forgets all failures, as after a proof that is better than any password. */
    async forget(counted: readonly Counted[]): Promise<void> {
      for (const each of counted) await repo.remove(keyOf(each));
    },

    /**
     * Counts an attempt as failed, or refuses it and counts nothing. It is counted before it is tried:
     * attempts side by side cannot be more than the policy allows.
     */
    admit: (counted: readonly Counted[]): Promise<Admission> =>
      transaction(async () => {
        const now = clock.now();
        const keys = counted.map((each) => ({ kind: each.kind, key: keyOf(each) }));
        const tallies = await repo.lock(
          keys.map(({ key }) => key),
          now,
        );
        const changes = keys.map(({ kind, key }): Change & { wait: number } => {
          const before = tallies.get(key) ?? { failures: 0, counted_at: now, blocked_until: null };
          const policy = throttlePolicies[kind];
          const after = withFailure(before, now, policy);
          return { key, kind, before, after, wait: waitMs(before, now, policy) };
        });
        const longest = Math.max(...changes.map(({ wait }) => wait));
        if (longest > 0) {
          // Else one who is blocked could fill the table with names.
          await repo.removeEmpty(keys.map(({ key }) => key));
          return { kind: "blocked", seconds: Math.ceil(longest / 1_000) };
        }
        for (const { key, after } of changes) await repo.set(key, after);
        return { kind: "attempt", attempt: attemptOf(changes) };
      }),

    /** Deletes what is forgiven. */
    purge: (): Promise<void> => repo.purge(new Date(clock.now().getTime() - forgottenMs)),
  };
}
