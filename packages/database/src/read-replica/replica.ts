import type pg from "pg";
import { holdingConnection } from "../connection-guard.ts";
import { DatabaseUnavailable, toDatabaseError } from "../errors.ts";
import type { DatabaseLog } from "../log.ts";
import type { StatementNames } from "../prepared-statements.ts";
import { type LastWrites, lastWrites, type PrimaryState } from "./last-writes.ts";
import type { ReadOutcome, Source } from "./source.ts";
import { type StandbySession, type StandbyState, standbySessions } from "./standby.ts";

export interface ReplicaOptions {
  readonly primary: pg.Pool;
  readonly replica: pg.Pool;
  readonly nameOf: StatementNames;
  readonly log: DatabaseLog;
  readonly onRead?: ((went: ReadOutcome) => void) | undefined;
}

/** How far behind in the writes of others a replica may be, in milliseconds. */
export const longestLagMs = 10_000;

/** How long a replica that was away is not tried again. */
const retryMs = 1_000;

/** How far a standby on the primary's timeline is behind, in milliseconds of the primary's clock. */
function lagMs({ flushed, now }: PrimaryState, { replayed = 0n, committed }: StandbyState): number {
  // Both times are of the primary's clock. Without new commits the last one is old although the replica has
  // everything. A commit of the future is from before that clock was set back, and its age is unknown.
  return replayed < flushed ? Math.abs(now - committed) : 0;
}

/** The staleness check: whether a replica in this state may serve a reader who needs `primary`. */
export function checkStaleness(primary: PrimaryState, standby: StandbyState): ReadOutcome {
  const { replayed, timeline } = standby;
  if (replayed === undefined) return "unavailable";
  // After a failover a replica may follow an abandoned timeline: positions compare on one timeline only.
  if (timeline !== primary.timeline) return "lagging";
  if (lagMs(primary, standby) > longestLagMs) return "lagging";
  return replayed < primary.position ? "not_replayed" : "replica";
}

/** Decides for each read whether the replica may serve it. Failures of the replica never reach a reader. */
export class Replica {
  readonly #pool: pg.Pool;
  readonly #lastWrites: LastWrites;
  readonly #begin: () => Promise<StandbySession>;
  readonly #log: DatabaseLog;
  readonly #onRead: (went: ReadOutcome) => void;
  #used = true;
  /** While it is away no read waits for it. */
  #away = false;
  #nextLook = 0;

  constructor({ primary, replica, nameOf, log, onRead = () => {} }: ReplicaOptions) {
    this.#pool = replica;
    this.#lastWrites = lastWrites(primary);
    this.#begin = standbySessions(replica, nameOf);
    this.#log = log;
    this.#onRead = onRead;
  }

  /** Runs `work` on the replica if it may serve the caller, else, or after any failure, on the primary. */
  async read<T>(
    caller: number | undefined,
    primary: Source,
    work: (source: Source) => Promise<T>,
  ): Promise<T> {
    const chosen = await this.#choose(caller);
    if (typeof chosen === "string") {
      this.#onRead(chosen);
      return work(primary);
    }
    try {
      const result = await holdingConnection(() => work(chosen.source));
      this.#onRead("replica");
      return result;
    } catch (error) {
      const told = toDatabaseError(error);
      if (told instanceof DatabaseUnavailable) this.#isAway(told);
      this.#onRead("failed");
    } finally {
      chosen.end();
    }
    return work(primary);
  }

  /** Records the position of what these callers wrote; rejects with DatabaseUnavailable otherwise. */
  async written(callers: readonly number[]): Promise<void> {
    if (callers.length === 0) return;
    await this.#lastWrites.record(callers).catch((error: unknown) => {
      throw error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(error);
    });
  }

  /** Seconds of the primary's clock that the replica is behind; rejects while that is not known. */
  async lagSeconds(): Promise<number> {
    const primary = await this.#lastWrites.of(undefined);
    const { state, end } = await this.#begin();
    end();
    if (!primary || state.replayed === undefined) throw new Error("no standby says how far it is");
    return lagMs(primary, state) / 1_000;
  }

  async close(): Promise<void> {
    this.#away = true;
    this.#nextLook = Number.POSITIVE_INFINITY;
    await this.#pool.end();
  }

  /** A session on the replica, or why there is none. */
  async #choose(caller: number | undefined): Promise<StandbySession | Exclude<ReadOutcome, "replica">> {
    if (this.#away) {
      void this.#look();
      return "unavailable";
    }
    // One after the other, so that no read waits for the primary while it holds a connection of the replica.
    const state = await this.#lastWrites.of(caller).catch(() => undefined);
    const session = await this.#begin().catch((error: unknown) => this.#isAway(error));
    if (!session) return "unavailable";
    const verdict = state ? checkStaleness(state, session.state) : "not_replayed";
    this.#use(verdict === "lagging" || verdict === "unavailable" ? verdict : undefined);
    if (verdict === "replica") return session;
    session.end();
    return verdict;
  }

  async #look(): Promise<void> {
    if (performance.now() < this.#nextLook) return;
    this.#nextLook = Number.POSITIVE_INFINITY;
    try {
      (await this.#begin()).end();
      this.#away = false;
    } catch {
      this.#nextLook = performance.now() + retryMs;
    }
  }

  #isAway(error: unknown): undefined {
    this.#away = true;
    this.#nextLook = performance.now() + retryMs;
    this.#use("unavailable", error);
  }

  /** A line for each change, not for each read. */
  #use(reason: ReadOutcome | undefined, error?: unknown): void {
    const used = reason === undefined;
    if (used === this.#used) return;
    this.#used = used;
    if (used) this.#log.warn({}, "the read replica is used again");
    else
      this.#log.warn(
        { reason, words: wordsOf(error) },
        "the read replica is not used: its reads go to the primary",
      );
  }
}

/** The error holds the whole connection: only its message is logged. */
function wordsOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return wordsOf(error.cause) ?? error.message;
}
