import { type FanOut, inEach } from "@marketplace/sharding";
import type { Deps } from "../deps.ts";

/** Why there is nothing to copy. */
export class ReindexRefused extends Error {
  override name = "ReindexRefused";
}

/**
 * Copies the indices on the server whose design is of another release, or all with `force`, while searches
 * and changes go on; returns the sites.
 */
export const reindexSearch = async (
  deps: ReindexDeps,
  { force = false }: { force?: boolean } = {},
): Promise<string[]> => (await inEach<ReindexDeps, string[]>(deps, (of) => reindex(of, force))).flat();

interface ReindexDeps extends Pick<Deps, "searchServer" | "indexTurns" | "db"> {
  sites?: FanOut<ReindexDeps>["sites"];
}

async function reindex({ searchServer, indexTurns, db }: ReindexDeps, force: boolean): Promise<string[]> {
  if (!searchServer)
    throw new ReindexRefused("SEARCH_DRIVER is embedded: each process builds its index by itself");
  const { inTurn } = indexTurns;
  const copied = await db.tryWithLock(["search index", "reindex"], () =>
    searchServer.reindex({ force, inTurn }),
  );
  if (!copied) throw new ReindexRefused("another reindex is under way");
  return copied;
}
