import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { DatabaseUnavailable, toDatabaseError } from "../errors.ts";
import type { DatabaseLog } from "../log.ts";

export interface Owning {
  readonly url: string;
  readonly log: DatabaseLog;
  /** Brings the server back where it was; rejects when that cannot be. `wanted` tells whether to go on. */
  restart(wanted: () => boolean): Promise<void>;
}

/**
 * Our session on the server, whose lock is the proof that a live process owns it: it ends with the process.
 * It also ends with the server, which is then brought back.
 */
export class Ownership {
  readonly #owning: Owning;
  readonly #lost = Promise.withResolvers<Error>();
  #released = false;
  #recovery = Promise.resolve();

  private constructor(owning: Owning) {
    this.#owning = owning;
  }

  /** Takes the server over, or gives undefined when another live process has it. */
  static async claim(owning: Owning): Promise<Ownership | undefined> {
    const ownership = new Ownership(owning);
    return (await ownership.#tryToLock(endOtherSessions)) ? ownership : undefined;
  }

  /** Resolves with the reason when the server is gone for good, or is another process's. */
  get lost(): Promise<Error> {
    return this.#lost.promise;
  }

  /** Lets the session, and with it the server, end; resolves once no restart is under way. */
  async release(): Promise<void> {
    this.#released = true;
    await this.#recovery;
  }

  /** The session of an owner who was just killed may take a moment to end. */
  async #tryToLock(whenLocked?: string): Promise<boolean> {
    for (let attempt = 0; attempt < 20; attempt++) {
      if (await this.#lock(whenLocked).catch(ignoreLostSession)) return true;
      await delay(50);
    }
    return false;
  }

  async #lock(whenLocked?: string): Promise<boolean> {
    const session = new pg.Client({ connectionString: this.#owning.url, keepAlive: true });
    session.on("error", () => {});
    await session.connect();
    const { rows } = await session.query<{ locked: boolean }>(
      `SELECT pg_try_advisory_lock(${lockKey}) AS locked`,
    );
    if (!rows[0]?.locked) {
      await session.end();
      return false;
    }
    if (whenLocked) await session.query(whenLocked);
    session.on("end", () => {
      this.#recovery = this.#recover();
    });
    return true;
  }

  /** When one of its processes crashes, the server restarts itself; after its own death it cannot. */
  async #recover(): Promise<void> {
    const { log, restart } = this.#owning;
    if (this.#released) return;
    log.warn({}, "the embedded Postgres ended or restarted: bringing it back");
    try {
      const locked = await this.#untilLocked(restart);
      if (locked) log.warn({}, "the embedded Postgres is back");
      else if (!this.#released)
        this.#lost.resolve(new Error("another process has taken the embedded Postgres"));
    } catch (error) {
      this.#lost.resolve(new Error("the embedded Postgres cannot be brought back", { cause: error }));
    }
  }

  async #untilLocked(restart: Owning["restart"]): Promise<boolean> {
    for (let attempt = 0; attempt < 5 && !this.#released; attempt++) {
      await restart(() => !this.#released);
      if (this.#released) return false;
      if (await this.#tryToLock()) return true;
    }
    return false;
  }
}

// What a killed owner was doing may still hold locks.
const endOtherSessions = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`;

/** Another process took the lock and ended this session, see above; the next attempt reports it. */
function ignoreLostSession(error: unknown): false {
  if (toDatabaseError(error) instanceof DatabaseUnavailable) return false;
  throw error;
}

// Any number, as long as it stays the same.
const lockKey = 20261121;
