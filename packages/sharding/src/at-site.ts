import type { SiteKey, Sites } from "@marketplace/conventions";

interface MayHaveSites<Deps> {
  sites?: Sites<Deps> | undefined;
}

/** Runs work on the dependencies of a site, or of a row's, where sites have databases of their own. */
export const atSite = <Deps extends MayHaveSites<Deps>, T>(
  deps: Deps,
  key: SiteKey<Deps>,
  work: (of: Deps) => Promise<T>,
): Promise<T> => (deps.sites ? deps.sites.on(key, work) : work(deps));

const afterwards = new WeakSet<Error>();

/**
 * Runs what follows a change that is committed already, where its rows are by now. When it fails the change
 * stands: the request that made it is not tried again in another database.
 */
export async function afterChange<Deps extends MayHaveSites<Deps>, T>(
  deps: Deps,
  key: SiteKey<Deps>,
  work: (of: Deps) => Promise<T>,
): Promise<T> {
  try {
    return await atSite(deps, key, work);
  } catch (error) {
    if (error instanceof Error) afterwards.add(error);
    throw error;
  }
}

/** Whether an error came after a change that stands. */
export const isAfterChange = (error: unknown): boolean => error instanceof Error && afterwards.has(error);
