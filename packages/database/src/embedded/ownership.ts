import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { DatabaseUnavailable, toDatabaseError } from "../errors.ts";
import type { DatabaseLog } from "../log.ts";

/** Our session on the server, whose lock is the proof that a live process owns it: it ends with the process. */
export class Ownership {
  readonly #url: string;
  readonly #log: DatabaseLog;
  #released = false;

  private constructor(url: string, log: DatabaseLog) {
    this.#url = url;
    this.#log = log;
  }

  /** Takes the server at `url` over, or gives undefined when another live process has it. */
  static async claim(url: string, log: DatabaseLog): Promise<Ownership | undefined> {
    const ownership = new Ownership(url, log);
    // The session of an owner who was just killed may take a moment to end.
    for (let attempt = 0; attempt < 20; attempt++) {
      if (await ownership.#lock(endOtherSessions).catch(ignoreLostSession)) return ownership;
      await delay(50);
    }
    return undefined;
  }

  /** From now on the session may end. */
  release(): void {
    this.#released = true;
  }

  async #lock(whenLocked?: string): Promise<boolean> {
    const session = new pg.Client({ connectionString: this.#url, keepAlive: true });
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
    session.on("end", () => void this.#lockAgain());
    return true;
  }

  /** A server that restarts after a crash of one of its processes ends all sessions. */
  async #lockAgain(): Promise<void> {
    while (!this.#released) {
      this.#log.warn({}, "the session that owns the embedded Postgres was lost");
      if (await this.#lock().catch(() => false)) return;
      await delay(1000, undefined, { ref: false });
    }
  }
}

// What a killed owner was doing may still hold locks.
const endOtherSessions = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`;

/** Another process got the lock and ended our session, see above; asking again tells. */
function ignoreLostSession(error: unknown): false {
  if (toDatabaseError(error) instanceof DatabaseUnavailable) return false;
  throw error;
}

// Any number, as long as it stays the same.
const lockKey = 20261121;
