import { setTimeout } from "node:timers/promises";
import type { Language } from "../languages.ts";
import { type IndexSettings, indexBody } from "./analysis.ts";
import type { Server } from "./server.ts";
import { unlessExists, unlessMissing } from "./state.ts";

/** How long searches that began on the old version may take. */
const drainMs = 2_000;

/** The index of a site. It is read and written by an alias; a new design becomes a new version of it. */
export interface Site {
  siteId: string;
  alias: string;
  index: string;
  /** Fingerprint of the design that the index was created with. */
  design: string;
  /** The next version while it is being filled: it gets every change too. */
  next?: string;
}

export interface SitesOptions {
  server: Server;
  prefix: string;
  settings: IndexSettings;
  languageOf(siteId: string): Language;
  /** By site, the version that is being filled. */
  next(): Readonly<Record<string, string>>;
}

/** What an API that describes indices says of one. */
interface Described {
  aliases: Record<string, unknown>;
  mappings: { _meta?: { siteId: string; design: string } };
}

/** Waits for the replicas, too, where there are nodes for them. */
const allCopies = { wait_for_active_shards: "all", timeout: "10s" };
/** Deletes are remembered for so long while documents are copied: a copy must not bring one back. */
const longestCopy = "6h";

export type Sites = ReturnType<typeof createSites>;

/** The indices of the sites: their names, their creation and their next versions. */
export function createSites({ server, prefix, settings, languageOf, next }: SitesOptions) {
  const known = new Map<string, Site>();
  /** Versions without an alias: being filled, left behind by a crash, or read by searches that end soon. */
  let unused: { siteId: string; index: string }[] = [];
  const aliasOf = (siteId: string): string => `${prefix}-${siteId.toLowerCase()}`;
  const bodyOf = (siteId: string) => indexBody(siteId, languageOf(siteId), settings);
  const designOf = (siteId: string): string => bodyOf(siteId).mappings._meta.design;

  const load = async (): Promise<void> => {
    const path = `/${prefix}-*`;
    const indices = await server.call<Record<string, Described>>({ method: "GET", path });
    known.clear();
    unused = [];
    for (const [index, { aliases, mappings }] of Object.entries(indices)) {
      const { siteId, design } = mappings._meta ?? { siteId: "", design: "" };
      const alias = aliasOf(siteId);
      const filled = next()[siteId];
      const filling = filled !== undefined && filled in indices && filled !== index ? { next: filled } : {};
      if (alias in aliases) known.set(siteId, { siteId, alias, index, design, ...filling });
      else if (siteId !== "") unused.push({ siteId, index });
    }
  };

  const remove = async (index: string): Promise<void> => {
    await server.call({ method: "DELETE", path: `/${index}` }).catch(unlessMissing);
  };

  const create = async (
    index: string,
    siteId: string,
    more: object,
    query: Record<string, string> = {},
  ): Promise<void> => {
    const { settings, mappings } = bodyOf(siteId);
    await server.call({ method: "PUT", path: `/${index}`, query, body: { settings, mappings, ...more } });
  };

  return {
    load,
    all: (): Site[] => [...known.values()],
    aliasOf,
    /** Where changes of a site go. An alias that is gone must not come back as an index without a mapping. */
    targets: (siteId: string): { _index: string; require_alias: boolean }[] => {
      const { alias, next } = known.get(siteId) ?? {};
      return [
        ...(alias ? [{ _index: alias, require_alias: true }] : []),
        ...(next ? [{ _index: next, require_alias: false }] : []),
      ];
    },
    /** Sites whose index has not the present design. */
    outdated: (): string[] =>
      [...known.values()]
        .filter(({ siteId, design }) => design !== designOf(siteId))
        .map(({ siteId }) => siteId),
    async ensure(siteId: string): Promise<void> {
      if (known.has(siteId)) return;
      const alias = aliasOf(siteId);
      await create(`${alias}-1`, siteId, { aliases: { [alias]: {} } }).catch(unlessExists);
      await load();
    },
    /** Creates the next version without an alias, and removes what earlier copies left behind. */
    async begin(siteId: string): Promise<{ from: string; to: string } | undefined> {
      await load();
      const site = known.get(siteId);
      if (!site) return undefined;
      const { alias, index } = site;
      const left = unused.filter((each) => each.siteId === siteId).map((each) => each.index);
      const to = `${alias}-${Math.max(...[index, ...left].map(versionOf)) + 1}`;
      // One that is not of this driver has no site.
      for (const each of [...left, to]) await remove(each);
      // A cluster that has just lost a node may take so long that the request was repeated.
      await create(to, siteId, {}, allCopies).catch(unlessExists);
      await server.call({
        method: "PUT",
        path: `/${to}/_settings`,
        // With its replicas from the beginning: a node that is lost takes no copy away.
        body: { index: { gc_deletes: longestCopy, refresh_interval: "-1" } },
      });
      return { from: index, to };
    },
    /** Makes a version that was filled one that can be searched. */
    async complete(to: string): Promise<void> {
      await server.call({ method: "POST", path: `/${to}/_refresh` });
      const index = { gc_deletes: null, refresh_interval: "30s" };
      await server.call({ method: "PUT", path: `/${to}/_settings`, body: { index } });
    },
    /** Searches and changes go to another version, in one step. */
    async move({ from, to }: { from: string; to: string }): Promise<void> {
      const alias = to.slice(0, to.lastIndexOf("-"));
      const actions = [{ remove: { index: from, alias, must_exist: false } }, { add: { index: to, alias } }];
      await server.call({ method: "POST", path: "/_aliases", body: { actions } });
      await load();
    },
    /** Removes an old version when the searches that began on it are over. */
    async retire(index: string, signal: AbortSignal): Promise<void> {
      await setTimeout(drainMs, undefined, { signal });
      await remove(index);
    },
  };
}

const versionOf = (index: string): number => Number(index.slice(index.lastIndexOf("-") + 1));
