import type { IndexedItem, SearchIndex } from "../port.ts";
import { write } from "./changes.ts";
import { SearchIndexMoved } from "./errors.ts";
import type { Server } from "./server.ts";
import { copy, type Sites } from "./sites.ts";
import type { State } from "./state.ts";

interface FeedDeps {
  server: Server;
  sites: Sites;
  state: State;
}

/** What changes the index. Everything here runs in turn. */
export function createFeed({ server, sites, state }: FeedDeps) {
  const size = { items: 0, bytes: 0 };
  const closing = new AbortController();
  const inTurn = createTurns();

  const measure = async () => Object.assign(size, await sizeOf(server, sites));
  const load = async (): Promise<void> => {
    await Promise.all([state.load(), sites.load()]);
    await measure();
  };
  const apply: SearchIndex["apply"] = async ({ put, remove, cursor }) => {
    const epoch = await state.hold();
    const last = new Map<number, IndexedItem | undefined>(put.map((item) => [item.no, item]));
    for (const no of remove) last.set(no, undefined);
    for (const siteId of new Set(put.map((item) => item.siteId))) await sites.ensure(siteId);
    await write([...last], { server, sites, epoch });
    if (last.size > 0) await refresh(server, sites);
    await Promise.all([state.store(cursor), last.size > 0 && measure()]);
  };
  const moved = async (): Promise<void> => {
    sites.forgetNext();
    await state.release();
    await load();
  };
  const reindex = async (siteId: string): Promise<void> => {
    const versions = await inTurn(async () => {
      await state.hold();
      return sites.begin(siteId);
    });
    if (!versions) return;
    try {
      await copy(server, versions, closing.signal);
      // The next version has no change of another process.
      const confirm = () => state.store(state.cursor());
      await inTurn(() => sites.end(siteId, confirm));
    } catch (error) {
      sites.forgetNext();
      throw error;
    }
    await sites.retire(versions.from, closing.signal);
  };

  return {
    size,
    load: () => inTurn(load),
    apply: (changes: Parameters<SearchIndex["apply"]>[0]) =>
      inTurn(() =>
        apply(changes).catch(async (error: unknown) => {
          if (error instanceof SearchIndexMoved) await moved();
          throw error;
        }),
      ),
    async reindex({ force }: { force: boolean }): Promise<void> {
      const chosen = force ? sites.all().map(({ siteId }) => siteId) : sites.outdated();
      for (const siteId of chosen) await reindex(siteId);
    },
    async close(): Promise<void> {
      closing.abort();
      await inTurn(() => server.close());
    },
  };
}

/** Runs pieces of work one after the other, in the order in which they come. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
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
