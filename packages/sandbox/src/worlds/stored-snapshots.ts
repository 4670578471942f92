import type { ClockState, SystemClock } from "@marketplace/server";
import { problems } from "../problems.ts";
import type { WorldDocument } from "./engine.ts";
import {
  forgetDescription,
  isSnapshot,
  keyOfSnapshot,
  readDescription,
  writeClock,
  writeDescription,
} from "./snapshots.ts";
import type { States } from "./states.ts";
import type { Snapshot } from "./worlds.ts";

interface Parts {
  states: States;
  systemClock: SystemClock;
  /** The keys of stored states that have the schema of this release. */
  isReady: Set<string>;
  /** The worlds that a reset makes from this state; `undefined` when it is not used at all. */
  usersOf(key: string): readonly string[] | undefined;
}

/** A world to store. */
interface Stored {
  /** Copies its state; gives how its clock stood. */
  copy(key: string): Promise<ClockState>;
  document: WorldDocument;
}

/** The snapshots of a product: states under names, which stay over restarts. */
export function createStoredSnapshots({ states, systemClock, isReady, usersOf }: Parts) {
  /** The keys that are being stored or removed. */
  const taken = new Set<string>();

  /** Keeps a key to one call, so that what fails removes nothing of another's. */
  async function taking<T>(key: string, work: () => Promise<T>): Promise<T> {
    taken.add(key);
    return work().finally(() => taken.delete(key));
  }

  async function create(key: string, name: string, { copy, document }: Stored): Promise<Snapshot> {
    const createdAt = systemClock.now();
    try {
      await writeClock(states, key, await copy(key));
      isReady.add(key);
      await writeDescription(states, key, { name, created_at: createdAt.toISOString(), document });
    } catch (error) {
      isReady.delete(key);
      await states.drop(key);
      throw error;
    }
    return { name, createdAt };
  }

  async function remove(key: string): Promise<void> {
    try {
      await forgetDescription(states, key);
      await states.drop(key);
    } finally {
      isReady.delete(key);
    }
  }

  return {
    /** Whether it is being stored or removed. */
    isTaken: (key: string): boolean => taken.has(key),
    async store(name: string, stored: Stored): Promise<Snapshot> {
      const key = keyOfSnapshot(name);
      const exists = () => problems.snapshot_exists({ name });
      // First of all, so that one that exists stays in use meanwhile.
      if ((await readDescription(states, key)) || taken.has(key)) throw exists();
      return taking(key, async () => {
        // Another call may have stored it meanwhile.
        if (await readDescription(states, key)) throw exists();
        return create(key, name, stored);
      });
    },

    /** By age, the oldest first. */
    async list(): Promise<Snapshot[]> {
      const keys = (await states.keys()).filter(isSnapshot);
      const found = await Promise.all(keys.map((key) => readDescription(states, key)));
      return found
        .flatMap((one) => (one ? [{ name: one.name, createdAt: new Date(one.created_at) }] : []))
        .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.name < b.name ? -1 : 1));
    },

    /** Removes one that no world needs for a reset. */
    async drop(name: string): Promise<void> {
      const key = keyOfSnapshot(name);
      const description = await readDescription(states, key);
      // Another call may be removing it.
      if (!description || taken.has(key)) throw problems.snapshot_not_found({ name });
      const users = usersOf(key);
      if (users) throw problems.snapshot_in_use({ name, worlds: users.join(", ") });
      // The name is free again when nothing is left of it.
      await taking(key, () => remove(key));
    },
  };
}
