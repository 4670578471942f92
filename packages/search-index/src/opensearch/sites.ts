import { setTimeout } from "node:timers/promises";
import type { Language } from "../languages.ts";
import { type IndexSettings, indexBody } from "./analysis.ts";
import { SearchIndexMoved } from "./errors.ts";
import { failure, type Server } from "./server.ts";
import { unlessExists, unlessMissing } from "./state.ts";

/** How long searches that began on the old version may take. */
const drainMs = 2_000;

/** The index of a site. It is read and written by an alias; a new design becomes a new version of it. */
export interface Site {
  siteId: string;
  alias: string;
  index: string;
  version: number;
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
}

/** What an API that describes indices says of one. */
interface Described {
  aliases: Record<string, unknown>;
  mappings: { _meta?: { siteId: string; design: string } };
}

const copyPollMs = 200;
/** Deletes are remembered for so long while documents are copied: a copy must not bring one back. */
const longestCopy = "6h";

export type Sites = ReturnType<typeof createSites>;

/** The indices of the sites: their names, their creation and their next versions. */
export function createSites({ server, prefix, settings, languageOf }: SitesOptions) {
  const known = new Map<string, Site>();
  /** Versions that a crash left behind, or that searches may still read. */
  let unused: { siteId: string; index: string }[] = [];
  const aliasOf = (siteId: string): string => `${prefix}-${siteId.toLowerCase()}`;
  const bodyOf = (siteId: string) => indexBody(siteId, languageOf(siteId), settings);
  const designOf = (siteId: string): string => bodyOf(siteId).mappings._meta.design;

  const load = async (): Promise<void> => {
    const path = `/${prefix}-*`;
    const indices = await server.call<Record<string, Described>>({ method: "GET", path });
    const filled = new Map([...known.values()].map(({ siteId, next }) => [siteId, next]));
    known.clear();
    unused = [];
    for (const [index, { aliases, mappings }] of Object.entries(indices)) {
      const { siteId, design } = mappings._meta ?? { siteId: "", design: "" };
      const alias = aliasOf(siteId);
      const next = filled.get(siteId);
      const filling = next !== undefined && next in indices && next !== index ? { next } : {};
      if (alias in aliases)
        known.set(siteId, { siteId, alias, index, design, version: versionOf(index), ...filling });
      else if (siteId !== "") unused.push({ siteId, index });
    }
  };

  const remove = async (index: string): Promise<void> => {
    await server.call({ method: "DELETE", path: `/${index}` }).catch(unlessMissing);
  };

  const create = async (index: string, siteId: string, more: object): Promise<void> => {
    const { settings, mappings } = bodyOf(siteId);
    await server.call({ method: "PUT", path: `/${index}`, body: { settings, mappings, ...more } });
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
    /** Creates the next version without an alias. */
    async begin(siteId: string): Promise<{ from: string; to: string } | undefined> {
      await load();
      const site = known.get(siteId);
      if (!site || site.next) return undefined;
      const to = `${site.alias}-${site.version + 1}`;
      const left = unused.filter((each) => each.siteId === siteId).map(({ index }) => index);
      for (const index of new Set([...left, to])) await remove(index);
      await create(to, siteId, {});
      await server.call({
        method: "PUT",
        path: `/${to}/_settings`,
        body: { index: { gc_deletes: longestCopy, refresh_interval: "-1", number_of_replicas: 0 } },
      });
      site.next = to;
      return { from: site.index, to };
    },
    /** Makes the next version the one that is searched, in one step; `confirm` is called right before it. */
    async end(siteId: string, confirm: () => Promise<void>): Promise<void> {
      const site = known.get(siteId);
      if (!site?.next) throw new SearchIndexMoved("another process feeds the search index");
      const { alias, index, next } = site;
      await server.call({ method: "POST", path: `/${next}/_refresh` });
      await server.call({
        method: "PUT",
        path: `/${next}/_settings`,
        body: {
          index: { gc_deletes: null, refresh_interval: "30s", number_of_replicas: settings.replicas },
        },
      });
      await confirm();
      const actions = [{ remove: { index, alias } }, { add: { index: next, alias } }];
      await server.call({ method: "POST", path: "/_aliases", body: { actions } });
      delete site.next;
      await load();
    },
    /** Next versions that are incomplete stay without changes; `begin` removes them. */
    forgetNext(): void {
      for (const site of known.values()) delete site.next;
    },
    /** Removes an old version when the searches that began on it are over. */
    async retire(index: string, signal: AbortSignal): Promise<void> {
      await setTimeout(drainMs, undefined, { signal });
      await remove(index);
    },
  };
}

const versionOf = (index: string): number => Number(index.slice(index.lastIndexOf("-") + 1));

interface Task {
  completed: boolean;
  error?: { reason: string };
  response?: { failures: { status: number; cause: { reason: string } }[] };
}

/** Copies documents with their versions. One that is in the target, or was removed there, stays so. */
export async function copy(server: Server, { from, to }: { from: string; to: string }, signal: AbortSignal) {
  const body = {
    conflicts: "proceed",
    source: { index: from },
    dest: { index: to, version_type: "external" },
  };
  const query = { wait_for_completion: false };
  const { task } = await server.call<{ task: string }>({
    method: "POST",
    path: "/_reindex",
    query,
    body,
    once: true,
  });
  for (;;) {
    const { completed, error, response } = await server.call<Task>({
      method: "GET",
      path: `/_tasks/${task}`,
    });
    const [failed] = response?.failures ?? [];
    if (error) throw failure(500, error);
    if (failed) throw failure(failed.status, failed.cause);
    if (completed) return;
    await setTimeout(copyPollMs, undefined, { signal });
  }
}
