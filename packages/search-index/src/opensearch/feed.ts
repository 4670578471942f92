import { createSerial } from "@marketplace/server";
import type { IndexedItem, SearchIndex } from "../port.ts";
import { write } from "./changes.ts";
import { copy } from "./copy.ts";
import { SearchIndexMoved } from "./errors.ts";
import type { Server } from "./server.ts";
import type { Sites } from "./sites.ts";
import type { State } from "./state.ts";

interface FeedDeps {
  server: Server;
  sites: Sites;
  state: State;
}

type Turn = <T>(work: () => Promise<T>) => Promise<T>;
const atOnce: Turn = (work) => work();

export interface ReindexOptions {
  /** Copies all indices, not only those of an outdated design. */
  force?: boolean;
  /** Runs work while no other process changes the index: one that does undoes the copy. */
  inTurn?: Turn;
}

/** What changes the index. Everything here runs in turn. */
export function createFeed({ server, sites, state }: FeedDeps) {
  const size = { items: 0, bytes: 0 };
  const closing = new AbortController();
  const inTurn = createSerial();

  const measure = async () => Object.assign(size, await sizeOf(server, sites));
  const look = async (): Promise<void> => {
    await sites.load();
    await measure();
  };
  const hold = async (): Promise<void> => {
    if (await state.hold()) await sites.load();
  };
  const apply: SearchIndex["apply"] = async ({ put, remove, cursor }) => {
    await hold();
    const last = new Map<number, IndexedItem | undefined>(put.map((item) => [item.no, item]));
    for (const no of remove) last.set(no, undefined);
    for (const siteId of new Set(put.map((item) => item.siteId))) await sites.ensure(siteId);
    await write([...last], { server, sites, epoch: state.epoch() });
    if (last.size > 0) await refresh(server, sites);
    await Promise.all([state.store({ cursor }), last.size > 0 && measure()]);
  };
  const moved = async (): Promise<void> => {
    const before = sites.all();
    await state.load();
    await look();
    const left = new Set(sites.all().map(({ siteId }) => siteId));
    if (before.every(({ siteId }) => left.has(siteId))) return;
    // The server lost an index, but not the state: there is no cursor that what is left belongs to.
    await hold();
    await state.store({ cursor: undefined });
  };
  const takeOver = async (): Promise<void> => {
    await state.load();
    await hold();
  };
  const begin = async (siteId: string): Promise<{ from: string; to: string } | undefined> => {
    await takeOver();
    const versions = await sites.begin(siteId);
    if (versions) await state.store({ next: { ...state.next(), [siteId]: versions.to } });
    await sites.load();
    return versions;
  };
  /** Nobody writes to the next version any more; throws if it has not had every change. */
  const end = async (siteId: string, to: string): Promise<void> => {
    await takeOver();
    const { [siteId]: filled, ...next } = state.next();
    if (filled !== to) throw new SearchIndexMoved("another process copies the search index");
    await sites.complete(to);
    await state.store({ next });
  };
  const reindex = async (siteId: string, inTurn: Turn): Promise<boolean> => {
    const versions = await inTurn(() => begin(siteId));
    if (!versions) return false;
    const { from, to } = versions;
    await copy(server, versions, closing.signal).catch(async (error: unknown) => {
      // As far as the server is there; else the next copy begins with that.
      await inTurn(() => end(siteId, to)).catch(() => undefined);
      throw error;
    });
    await inTurn(async () => {
      await end(siteId, to);
      await sites.move(versions);
    });
    await sites.retire(from, closing.signal);
    return true;
  };

  return {
    size,
    reload: () =>
      inTurn(async () => {
        if (await state.load()) await look();
      }),
    apply: (changes: Parameters<SearchIndex["apply"]>[0]) =>
      inTurn(() =>
        apply(changes).catch(async (error: unknown) => {
          if (error instanceof SearchIndexMoved) await moved();
          throw error;
        }),
      ),
    async reindex({ force = false, inTurn: amongProcesses = atOnce }: ReindexOptions): Promise<string[]> {
      const turn: Turn = (work) => amongProcesses(() => inTurn(work));
      await turn(moved);
      const chosen = force ? sites.all().map(({ siteId }) => siteId) : sites.outdated();
      const copied: string[] = [];
      for (const siteId of chosen) if (await reindex(siteId, turn)) copied.push(siteId);
      return copied;
    },
    outdated: sites.outdated,
    async close(): Promise<void> {
      closing.abort();
      await inTurn(() => server.close());
    },
  };
}

const aliasesOf = (sites: Sites): string =>
  sites
    .all()
    .map(({ alias }) => alias)
    .join();

async function refresh(server: Server, sites: Sites): Promise<void> {
  const aliases = aliasesOf(sites);
  if (aliases !== "") await server.call({ method: "POST", path: `/${aliases}/_refresh` });
}

/** Items and bytes of all sites, without replicas. */
async function sizeOf(server: Server, sites: Sites): Promise<{ items: number; bytes: number }> {
  const aliases = aliasesOf(sites);
  if (aliases === "") return { items: 0, bytes: 0 };
  interface Stats {
    _all: { primaries: { docs?: { count: number }; store?: { size_in_bytes: number } } };
  }
  const { _all } = await server.call<Stats>({ method: "GET", path: `/${aliases}/_stats/docs,store` });
  return { items: _all.primaries.docs?.count ?? 0, bytes: _all.primaries.store?.size_in_bytes ?? 0 };
}
