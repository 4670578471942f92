import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { createSerial } from "@marketplace/server";
import { SiteIndex, type SiteRules } from "./engine/site-index.ts";
import { wordsOf } from "./engine/words.ts";
import { type Language, languages, stemmerFingerprints } from "./languages.ts";
import type { Found, SearchIndex } from "./port.ts";
import { readShared } from "./shared-snapshots.ts";
import { writeSnapshot } from "./snapshot.ts";

export interface SiteSettings {
  /** Decides stemmer and stop words. */
  language: Language;
  /** Groups of words and phrases that mean the same: `["heladera", "refrigerador"]`. */
  synonyms?: readonly (readonly string[])[];
}

export interface EmbeddedIndexOptions {
  /** Where `save` writes the snapshot that the next index begins with; without it nothing is saved. */
  folder?: string | undefined;
  /** Says the settings of all sites: indexes of equal ones share what they have read of one snapshot. */
  settings?: string;
  settingsOf(siteId: string): SiteSettings;
  /** Hears that a site could not be copied, for want of memory. Nothing is lost, and it is tried again. */
  copyFailed?: (error: unknown, siteId: string) => void;
}

/** Items that are put before requests get their turn. */
const putsPerTurn = 100;

/** Batches of so many items fill an index or catch up: items are not yet put in order. */
const wholeBatch = 500;

/** A search index in this process. */
export interface EmbeddedIndex extends SearchIndex {
  /** Resolves once no site is being copied. */
  settled(): Promise<void>;
}

const none: Found = { total: 0, numbers: [], keys: {}, prices: [] };

/**
 * Searches are answered at once; changes apply in the order of their calls, and wait while a snapshot is
 * written. Sites are compacted and put in order beside them.
 */
export function createEmbeddedIndex({
  folder,
  settings = randomUUID(),
  settingsOf,
  copyFailed = () => {},
}: EmbeddedIndexOptions): EmbeddedIndex {
  const file = folder === undefined ? undefined : join(folder, "search-index.snapshot");
  const read =
    file === undefined ? undefined : readShared(file, settings, (siteId) => rulesOf(settingsOf(siteId)));
  const sites = new Map(read?.sites);
  /** What other indexes may have read as well. */
  const shared = new Set(sites.keys());
  let cursor = read?.cursor;
  let isSaved = true;
  const inTurn = createSerial();
  /** A site that may be changed. */
  const ownSite = (siteId: string): SiteIndex => {
    const present = sites.get(siteId);
    const site =
      present && shared.delete(siteId)
        ? (read?.own(present) ?? present)
        : (present ?? new SiteIndex(rulesOf(settingsOf(siteId))));
    sites.set(siteId, site);
    if (shared.size === 0) read?.release();
    return site;
  };
  const removeExceptFrom = (siteId: string | undefined, no: number): void => {
    for (const [id, { store }] of sites) if (id !== siteId && store.positions.has(no)) ownSite(id).remove(no);
  };
  let copies: Promise<void> | undefined;
  let isCopying = false;
  let due: { arranges: boolean } | undefined;
  let isClosed = false;
  const pause = async (): Promise<boolean> => {
    await setImmediate();
    return !isClosed;
  };
  /** One site after the other: a copy takes the memory of its site a second time. */
  const copyDue = async (): Promise<void> => {
    isCopying = true;
    while (due) {
      const { arranges } = due;
      due = undefined;
      for (const [id, site] of sites) {
        if (shared.has(id)) continue;
        try {
          await site.copyIfDue({ arranges }, pause);
        } catch (error) {
          copyFailed(error, id);
        }
      }
    }
    isCopying = false;
  };
  /** Changes that come during a copy may make another one due, so sites are looked at once more after it. */
  const startCopies = (arranges: boolean): void => {
    due = { arranges };
    if (!isCopying) copies = copyDue();
  };
  return {
    apply: (batch) =>
      inTurn(async () => {
        for (const [index, item] of batch.put.entries()) {
          if (index % putsPerTurn === putsPerTurn - 1) await setImmediate();
          removeExceptFrom(item.siteId, item.no);
          ownSite(item.siteId).put(item);
        }
        for (const no of batch.remove) removeExceptFrom(undefined, no);
        startCopies(batch.put.length < wholeBatch);
        cursor = batch.cursor;
        isSaved = false;
      }),
    search: async (query, page) => sites.get(query.siteId)?.search(query, page) ?? none,
    scan: async (query, page) => sites.get(query.siteId)?.scan(query, page) ?? none,
    cursor: () => cursor,
    save: () =>
      inTurn(async () => {
        if (file === undefined || isSaved) return;
        await writeSnapshot(file, { cursor, sites });
        isSaved = true;
      }),
    health: () => ({
      items: [...sites.values()].reduce((sum, { store }) => sum + store.live, 0),
      bytes: [...sites.values()].reduce((sum, { store }) => sum + store.bytes, 0),
      cursor,
    }),
    async settled() {
      while (isCopying) await copies;
    },
    close: () =>
      inTurn(async () => {
        isClosed = true;
        read?.release();
        sites.clear();
        cursor = undefined;
      }),
  };
}

export function rulesOf({ language, synonyms = [] }: SiteSettings): SiteRules {
  const { stem, lightStem, stopWords } = languages[language];
  const phrases = new Map<string, string[]>();
  for (const group of synonyms.map((group) => group.map((phrase) => wordsOf(phrase)))) {
    for (const phrase of group) {
      const stems = phrase
        .filter((word) => !stopWords.has(word))
        .map(stem)
        .join(" ");
      const others = group.filter((other) => other !== phrase).map((other) => other.join(" "));
      phrases.set(stems, [...(phrases.get(stems) ?? []), ...others]);
    }
  }
  return { stemmer: stemmerFingerprints[language], stem, lightStem, stopWords, synonyms: phrases };
}
