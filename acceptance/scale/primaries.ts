import { execFile } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { Machine } from "./machines.ts";

/** Which servers said that they take writes. */
export interface Reign {
  /** The primaries one after the other. */
  succession: string[];
  /** How often two of them were primaries at once. */
  twoAtOnce: number;
}

export interface ReignWatch {
  stop(): Promise<Reign>;
}

const everyMs = 250;

/**
 * Asks Postgres itself, several times a second, through the socket in its folder: that goes on when the
 * network of the machine is cut, and does not depend on what Patroni believes.
 */
export function watchPrimaries(members: readonly Machine[]): ReignWatch {
  const reign: Reign = { succession: [], twoAtOnce: 0 };
  const stopping = new AbortController();
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const names = await primariesOf(members);
      for (const name of names.slice(0, 1)) if (reign.succession.at(-1) !== name) reign.succession.push(name);
      // The first may have stopped before the second was asked; not when it says so again.
      if (names.length > 1 && (await primariesOf(members)).length > 1) reign.twoAtOnce += 1;
      await delay(everyMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const done = loop();
  return {
    async stop() {
      stopping.abort();
      await done;
      return reign;
    },
  };
}

async function primariesOf(members: readonly Machine[]): Promise<string[]> {
  const answers = await Promise.all(members.map(isPrimary));
  return members.filter((_, index) => answers[index]).map(({ name }) => name);
}

/** A server that is away, or starts, is none. */
async function isPrimary({ data }: Machine): Promise<boolean> {
  const words = ["--host", data, "--username=postgres", "--no-psqlrc", "--tuples-only", "--no-align"];
  const asked = promisify(execFile)("psql", [...words, "--command=SELECT NOT pg_is_in_recovery()"], {
    timeout: 2_000,
  });
  const { stdout } = await asked.catch(() => ({ stdout: "" }));
  return stdout.trim() === "t";
}
