import type { RequestListener } from "node:http";
import type { ClockState, Logger, SystemClock } from "@marketplace/server";
import { createArchives } from "../archive/archives.ts";
import { betweenMoves } from "../clock/advance.service.ts";
import { problems } from "../problems.ts";
import type { World } from "../world.ts";
import { beginWorld } from "./begin-world.ts";
import { type Engine, holdsSameUsers, type WorldDocument } from "./engine.ts";
import { createReadyCopies } from "./ready-copies.ts";
import { createRemovals } from "./removals.ts";
import { createResidence, type Residence } from "./residence.ts";
import { isStored, keyOfSnapshot, readClock, readDescription } from "./snapshots.ts";
import { PromotionUnfinished, type States } from "./states.ts";
import { createStoredSnapshots } from "./stored-snapshots.ts";
import { createWorldIds } from "./world-ids.ts";
import { defaultWorld, type MadeWorld, type NewWorld, type Worlds } from "./worlds.ts";

/** The world of the product itself, with how to work on what it has stored. */
export interface HomeWorld {
  world: World;
  renew(): void;
  document: WorldDocument;
  /** Runs work while no request is under way. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Closes the services of the product, has their state exchanged, and opens them again. */
  restore(exchange: () => Promise<void>): Promise<void>;
}

export interface RegistryParts {
  home: HomeWorld;
  states: States;
  engine: Engine;
  systemClock: SystemClock;
  log: Logger;
  /** Answers the requests to a world that has ended. */
  refuse: RequestListener;
  /** Answers those to a world whose services cannot be opened. */
  unavailable: RequestListener;
}

/** What a world was made from: a stored state, and what it holds. */
interface Source {
  key: string;
  document: WorldDocument;
  /** How its clock stood. */
  clock?: ClockState | undefined;
}

interface Entry {
  world: World;
  /** The key of its state, which a reset replaces. */
  key: string;
  document: WorldDocument;
  residence: Pick<Residence, "exclusively" | "end">;
  renew(): void;
  end(): void;
  origin: Source;
  /** Whether the origin is this world's own, and ends with it. */
  ownsOrigin: boolean;
  timer?: NodeJS.Timeout;
}

const defaultTtlSeconds = 3_600;

/** Worlds with what is stored of them. Those of a product that was killed are removed first. */
export function createWorlds(parts: RegistryParts): Worlds {
  const { home, states, engine, systemClock, log, refuse, unavailable } = parts;
  const entries = new Map<string, Entry>();
  const ids = createWorldIds((id) => entries.has(id));
  const isReady = new Set<string>();
  const { remove, storing, allRemoved } = createRemovals({ states, log });
  let resets = 0;
  let exports = 0;
  const copies = createReadyCopies({ states, log });
  const swept = sweep(states).catch((err: unknown) => log.warn({ err }, "old worlds could not be removed"));

  /** What worlds that are being made are made from. */
  const held: string[] = [];
  async function holding<T>(from: string, work: () => Promise<T>): Promise<T> {
    held.push(from);
    return work().finally(() => held.splice(held.indexOf(from), 1));
  }
  const archives = createArchives({ states, engine, systemClock, log });
  const snapshots = createStoredSnapshots({
    states,
    systemClock,
    isReady,
    usersOf(key) {
      const users = [...entries.values()].filter(({ origin }) => origin.key === key);
      const isHeld = held.some((from) => keyOfSource(from) === key);
      return users.length > 0 || isHeld ? users.map(({ world }) => world.id) : undefined;
    },
  });

  async function sourceOf(from: string): Promise<Source> {
    if (from === "demo" || from === "empty") return { key: from, document: await prepared(from) };
    const key = keyOfSource(from);
    const description = from.startsWith("snapshot:") ? await readDescription(states, key) : undefined;
    // One that is being removed may still have its description.
    if (!description || snapshots.isTaken(key)) throw problems.source_not_found({ from });
    await migrated(key);
    return { key, document: description.document, clock: readClock(states, key) };
  }

  async function prepared(name: "demo" | "empty"): Promise<WorldDocument> {
    const document = await engine.prepare(name);
    await migrated(name);
    return document;
  }

  const migrations = new Map<string, Promise<void>>();
  /** A state may be of an earlier release. One run for all who wait: a copy would end the sessions of it. */
  async function migrated(key: string): Promise<void> {
    if (isReady.has(key)) return;
    const migration = migrations.get(key) ?? engine.migrate(key).finally(() => migrations.delete(key));
    migrations.set(key, migration);
    await migration;
    isReady.add(key);
  }

  function register(
    id: string,
    source: Omit<Entry, "world" | "residence" | "renew" | "end" | "timer">,
    wanted: NewWorld,
  ): Entry {
    const { from, ttlSeconds = defaultTtlSeconds, clock = source.origin.clock } = wanted;
    const expiresAt = new Date(systemClock.now().getTime() + ttlSeconds * 1_000);
    const residence = createResidence({
      open: () => engine.open(begun.world, entry.key),
      refuse,
      unavailable,
      systemClock,
      log,
    });
    const begun = beginWorld({ id, from, expiresAt, clock, ...residence }, { systemClock, log });
    const timer = setTimeout(() => {
      drop(id).catch((err: unknown) => log.warn({ err }, "a world could not be ended"));
    }, ttlSeconds * 1_000);
    timer.unref();
    const entry: Entry = { ...source, ...begun, residence, timer };
    entries.set(id, entry);
    return entry;
  }

  async function make(source: Source, wanted: NewWorld): Promise<Entry> {
    await swept;
    const id = ids.next();
    const key = await copies.take(source.key);
    const document = await reissued(key, source.document, { tag: id });
    return register(id, { key, document, origin: source, ownsOrigin: false }, wanted);
  }

  /** Stores what a world was made from beside it, before its first request. */
  function keepOrigin(entry: Entry): void {
    const key = `o${entry.world.id.slice(1)}`;
    entry.origin = { key, document: entry.document };
    entry.ownsOrigin = true;
    const kept = entry.residence.exclusively(() => states.copy(entry.key, key));
    kept.catch((err: unknown) => log.error({ err }, "a world cannot be reset"));
  }

  async function drop(id: string): Promise<void> {
    if (id === defaultWorld) throw problems.default_stays();
    const entry = found(id);
    entries.delete(id);
    clearTimeout(entry.timer);
    entry.end();
    await entry.residence.end();
    await Promise.all([
      states.drop(entry.key),
      ...(entry.ownsOrigin ? [states.drop(entry.origin.key)] : []),
      allRemoved(),
    ]);
  }

  /** Goes on with a new copy of the origin; the former state is removed meanwhile. */
  async function restore(entry: Entry): Promise<void> {
    const { key: former, origin, document, world } = entry;
    const key = entry.ownsOrigin ? await copyOf(origin.key, world.id) : await copies.take(origin.key);
    await reissued(key, document, { tag: world.id, keep: true });
    entry.key = key;
    entry.renew();
    remove(former);
  }

  /** Copies what one world alone is made from. */
  async function copyOf(source: string, id: string): Promise<string> {
    const key = `${id}r${++resets}`;
    await storing(key, () => states.copy(source, key));
    return key;
  }

  /** Puts the product itself back. Only the exchange of the databases interrupts it. */
  async function resetHome(): Promise<void> {
    await swept;
    const { key, document } = await sourceOf(home.world.from);
    if (!holdsSameUsers(document, home.document)) throw problems.default_cannot_be_reset();
    const former = `former${++resets}`;
    const next = await copies.take(key);
    await reissued(next, home.document, { tag: "", keep: true });
    let used = [next, former];
    let isExchanged = false;
    const promote = async () => {
      await states.promote(next, former);
      isExchanged = true;
    };
    // Before requests that wait are served, which are for the world as it begins.
    const renewed = () => isExchanged && home.renew();
    try {
      await home.exclusively(() => home.restore(promote).finally(renewed));
    } catch (error) {
      // Both stay for the next start, which ends the exchange.
      if (error instanceof PromotionUnfinished) used = [];
      throw error;
    } finally {
      // Of a copy that has become the product's only the folder is left.
      for (const key of used) remove(key);
    }
  }

  function found(id: string): Entry {
    const entry = entries.get(id);
    if (!entry) throw problems.world_not_found({ id });
    return entry;
  }

  const exclusively = <T>(id: string, work: () => Promise<T>): Promise<T> =>
    id === defaultWorld ? home.exclusively(work) : found(id).residence.exclusively(work);

  /** Copies the state of a world; gives how its clock stood, also when the world ends meanwhile. */
  const copied = (world: World, key: string): Promise<ClockState> =>
    betweenMoves(world, () =>
      exclusively(world.id, async () => {
        await states.copy(keyOf(world.id), key);
        return world.clock.state();
      }),
    );

  const keyOf = (id: string): string => (id === defaultWorld ? id : found(id).key);
  const made = ({ world, document }: MadeWorld): MadeWorld => ({ world, document });
  const documentOf = ({ id }: World) => (id === defaultWorld ? home.document : found(id).document);
  const worldOf = (id: string): World => (id === defaultWorld ? home.world : found(id).world);

  return {
    default: home.world,
    find: (id) => (id === defaultWorld ? home.world : entries.get(id)?.world),
    get hasOthers() {
      return ids.given;
    },
    list: () => [home.world, ...[...entries.values()].map(({ world }) => world)],
    documentOf,
    folderOf: ({ id }) => states.folderOf(keyOf(id)),
    async create(wanted) {
      const { from } = wanted;
      return made(await holding(from, async () => make(await sourceOf(from), wanted)));
    },
    drop,
    async reset(id) {
      if (id === defaultWorld) {
        await resetHome();
        return made(home);
      }
      const entry = found(id);
      await entry.residence.exclusively(() => restore(entry));
      return made(entry);
    },
    async fork(id, wanted) {
      const world = worldOf(id);
      const document = documentOf(world);
      await swept;
      const copy = ids.next();
      const clock = await storing(copy, () => copied(world, copy));
      return settle(copy, document, { from: `world:${id}`, clock, ...wanted });
    },
    async export(id) {
      const world = worldOf(id);
      const document = documentOf(world);
      await swept;
      const key = `x${++exports}`;
      return storing(key, async () => {
        const clock = await copied(world, key);
        const archive = await archives.pack(key, { world, document, clock });
        return archive.once("close", () => remove(key));
      });
    },
    async import(archive, wanted) {
      await swept;
      await prepared("empty");
      const id = ids.next();
      const { document, clock } = await storing(id, () => archives.unpack(archive, id));
      return settle(id, document, { from: "import", clock, ...wanted });
    },
    async fromRecording(recorded, wanted) {
      await swept;
      await prepared("empty");
      const id = ids.next();
      const { document, leftOut } = await storing(id, async () => {
        await states.copy("empty", id);
        return engine.fill(id, recorded);
      });
      return { ...(await settle(id, document, { from: "recording", ...wanted })), leftOut };
    },
    async snapshot(id, name) {
      const world = worldOf(id);
      const document = documentOf(world);
      await swept;
      return snapshots.store(name, { copy: (key) => copied(world, key), document });
    },
    snapshots: () => snapshots.list(),
    async dropSnapshot(name) {
      await copies.forget(keyOfSnapshot(name));
      await snapshots.drop(name);
    },
    async close() {
      await swept;
      await copies.close();
      await Promise.all([...entries.keys()].map((id) => drop(id)));
      await allRemoved();
    },
  };

  /** Gives a copy its credentials. */
  function reissued(key: string, document: WorldDocument, options: { tag: string; keep?: boolean }) {
    return storing(key, () => engine.reissue(key, document, options));
  }

  /** Makes a world of a state that belongs to it alone, and to which its resets go back. */
  async function settle(id: string, document: WorldDocument, wanted: NewWorld): Promise<MadeWorld> {
    const own = await reissued(id, document, { tag: id });
    const source = { key: id, document: own, origin: { key: id, document: own }, ownsOrigin: false };
    const entry = register(id, source, wanted);
    keepOrigin(entry);
    return made(entry);
  }
}

/** The key of the state that worlds are made from. */
const keyOfSource = (from: string): string =>
  from === "demo" || from === "empty" ? from : keyOfSnapshot(from.slice(from.indexOf(":") + 1));

/** Removes what a killed product left: worlds, and states that are not whole. */
async function sweep(states: States): Promise<void> {
  for (const key of await states.keys())
    if (!isStored(key) || !(await readDescription(states, key))) await states.drop(key);
}
