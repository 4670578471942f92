import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { createSerial } from "@marketplace/server";
import { SiteIndex, type SiteRules } from "./engine/site-index.ts";
import { wordsOf } from "./engine/words.ts";
import { type Language, languages, stemmerFingerprints } from "./languages.ts";
import type { Found, SearchIndex } from "./port.ts";
import { readSnapshot, writeSnapshot } from "./snapshot.ts";

export interface SiteSettings {
  /** Decides stemmer and stop words. */
  language: Language;
  /** Groups of words and phrases that mean the same: `["heladera", "refrigerador"]`. */
  synonyms?: readonly (readonly string[])[];
}

export interface EmbeddedIndexOptions {
  /** Where `save` writes the snapshot that the next index begins with; without it nothing is saved. */
  folder?: string | undefined;
  settingsOf(siteId: string): SiteSettings;
}

/** Items that are put before requests get their turn. */
const putsPerTurn = 100;

/** Batches of so many items fill an index or catch up: items are not yet put in order. */
const wholeBatch = 500;

const none: Found = { total: 0, numbers: [], keys: {}, prices: [] };

/**
 * A search index in this process. Searches are answered at once; changes apply in the order of their calls,
 * and wait while a snapshot is written.
 */
export function createEmbeddedIndex({ folder, settingsOf }: EmbeddedIndexOptions): SearchIndex {
  const file = folder === undefined ? undefined : join(folder, "search-index.snapshot");
  const loaded = file === undefined ? undefined : readSnapshot(file, (siteId) => rulesOf(settingsOf(siteId)));
  const sites = new Map(loaded?.sites);
  let cursor = loaded?.cursor;
  let isSaved = true;
  const inTurn = createSerial();
  const siteOf = (siteId: string): SiteIndex => {
    const site = sites.get(siteId) ?? new SiteIndex(rulesOf(settingsOf(siteId)));
    sites.set(siteId, site);
    return site;
  };
  const removeExceptFrom = (siteId: string | undefined, no: number): void => {
    for (const [id, site] of sites) if (id !== siteId) site.remove(no);
  };
  return {
    apply: (batch) =>
      inTurn(async () => {
        for (const [index, item] of batch.put.entries()) {
          if (index % putsPerTurn === putsPerTurn - 1) await setImmediate();
          removeExceptFrom(item.siteId, item.no);
          siteOf(item.siteId).put(item);
        }
        for (const no of batch.remove) removeExceptFrom(undefined, no);
        for (const site of sites.values()) await site.compact(setImmediate);
        if (batch.put.length < wholeBatch)
          for (const site of sites.values()) await site.arrange(setImmediate);
        cursor = batch.cursor;
        isSaved = false;
      }),
    search: async (query, page) => sites.get(query.siteId)?.search(query, page) ?? none,
    scan: async (query, page) => sites.get(query.siteId)?.scan(query, page) ?? [],
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
    close: () =>
      inTurn(async () => {
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
