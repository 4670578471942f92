import { atSite } from "@marketplace/sharding";
import type { Deps } from "../../deps.ts";
import { type Pack, rowsOf } from "../../packs/packs.service.ts";

/** The same dependencies with keys that are announced where the pack's rows are, to take them over. */
export function storageOf(deps: Deps, pack: Pack): Deps {
  if (!deps.sites) return deps;
  const next = () => atSite(deps, rowsOf(pack), ({ objectKeys }) => objectKeys.next());
  return { ...deps, objectKeys: { ...deps.objectKeys, next } };
}

/** Gives objects to the sweep at once. Those that were announced elsewhere wait for their grace period. */
export const releaseOf = (deps: Deps, pack: Pack, keys: readonly string[]): Promise<void> =>
  atSite(deps, rowsOf(pack), ({ unowned }) => unowned.release(keys));

/**
 * Keys that were announced at home, before the pack's rows went to its site, are the site's from then on. In
 * this order one of the two databases names an object at any moment. False when there is nothing to take.
 */
export async function adoptKeys(
  { sites, sweepGraceMs }: Deps,
  { siteId }: Pack,
  keys: readonly string[],
): Promise<boolean> {
  if (!sites?.opened().has(siteId)) return false;
  await sites.alone(siteId, ({ unowned }) => unowned.disown(keys, sweepGraceMs));
  return sites.alone(undefined, ({ unowned }) => unowned.handOver(keys));
}
