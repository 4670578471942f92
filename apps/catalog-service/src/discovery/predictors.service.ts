import { createSerial, type Logger, type SystemClock } from "@marketplace/server";
import type { CategoryModelsRepo, NewTitle } from "./category-models.repo.ts";
import type { CategoryModel } from "./model/category-model.ts";
import { CategoryPredictor } from "./model/category-predictor.ts";
import { recentTitlesCapacity } from "./model/neighbors/recent-titles.ts";
import { knownModel, modelOf } from "./model/storage/known-models.ts";
import { InvalidModelError } from "./model/storage/serialize.ts";
import { train } from "./model/training/train.ts";
import type { PredictionFeedRepo, PredictionNews } from "./prediction-feed.repo.ts";
import type { SiteLeavesRepo } from "./site-leaves.repo.ts";

/** A site's predictor with the state of the database it was built from. */
interface SitePredictor {
  predictor: CategoryPredictor;
  /** By id of each category that may be predicted, whether it takes classified ads. */
  leaves: ReadonlyMap<string, { classified: boolean }>;
  /** Stamp of the category tree. */
  tree: string;
  /** Version of the model. */
  model: number;
}

export type Predictors = ReturnType<typeof createPredictors>;

interface Parts {
  feed: PredictionFeedRepo;
  models: CategoryModelsRepo;
  leaves: SiteLeavesRepo;
  log: Logger;
  clock: SystemClock;
}

const maxStaleMs = 5_000;

/**
 * Cache of predictors, each loaded at the first prediction of its site (some 100 ms, 4 MB). One small query
 * per prediction refreshes them, so that every replica sees a new title or model at once. Concurrent calls
 * share a query (single-flight): a call that arrives during a query waits for the next one, because the
 * running one may have missed what the caller committed.
 */
export function createPredictors(parts: Parts) {
  const memory: Memory = { sites: new Map(), seen: new Map(), undecodable: new Set(), cursor: undefined };
  // A loading predictor, too, waits for its turn, so that it misses no title of the feed.
  const inTurn = createSerial();
  let waiting: Promise<PredictionNews> | undefined;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  const refresh = (): Promise<PredictionNews> => {
    waiting ??= inTurn(() => {
      waiting = undefined;
      return update(memory, parts);
    });
    return waiting;
  };
  const of = async (siteId: string): Promise<SitePredictor> => {
    const news = await refresh();
    refreshedAt = parts.clock.monotonicMs();
    return memory.sites.get(siteId) ?? inTurn(() => load(siteId, news, { memory, parts }));
  };
  return {
    /** The predictor of a site, up to date with every title, model and tree committed before the call. */
    of,
    /** The predictor of a site, at most five seconds stale. */
    cached(siteId: string): SitePredictor | Promise<SitePredictor> {
      const isStale = parts.clock.monotonicMs() - refreshedAt > maxStaleMs;
      return (isStale ? undefined : memory.sites.get(siteId)) ?? of(siteId);
    },
    /** Whether the loaded model is damaged or of an unknown format: only recent titles count then. */
    isUndecodable: (siteId: string) => memory.undecodable.has(siteId),
  };
}

interface Memory {
  sites: Map<string, SitePredictor>;
  /** Transaction by key of each title that was added and that the feed may repeat. */
  seen: Map<string, bigint>;
  undecodable: Set<string>;
  cursor: string | undefined;
}

async function update(memory: Memory, parts: Parts): Promise<PredictionNews> {
  const news = await parts.feed.since(memory.cursor);
  memory.cursor = news.cursor;
  for (const title of news.titles) {
    if (isNew(title, memory)) memory.sites.get(title.siteId)?.predictor.add(title);
  }
  for (const [key, xid] of memory.seen) if (xid < BigInt(news.cursor)) memory.seen.delete(key);
  for (const [siteId, site] of memory.sites) {
    if ((news.models[siteId] ?? 0) !== site.model) await load(siteId, news, { memory, parts });
    else if ((news.trees[siteId] ?? "") !== site.tree) {
      const leaves = await parts.leaves.leaves(siteId);
      memory.sites.set(siteId, { ...site, leaves, tree: news.trees[siteId] ?? "" });
    }
  }
  return news;
}

function isNew({ no, xid }: NewTitle, { seen }: Memory): boolean {
  const key = `${no} ${xid}`;
  if (seen.has(key)) return false;
  seen.set(key, BigInt(xid));
  return true;
}

async function load(
  siteId: string,
  news: PredictionNews,
  { memory, parts }: { memory: Memory; parts: Parts },
): Promise<SitePredictor> {
  const present = memory.sites.get(siteId);
  if (present && present.model >= (news.models[siteId] ?? 0)) return present;
  const leaves = await parts.leaves.leaves(siteId);
  // Held from here on: what only the registry of models holds may be collected.
  let known: CategoryModel | undefined;
  const isKnown = (digest: string): boolean => {
    known = knownModel(digest);
    return known !== undefined;
  };
  const { version, digest, bytes, recent } = await parts.models.load(siteId, recentTitlesCapacity, isKnown);
  const model = readModel(siteId, { known, digest, bytes }, { memory, parts });
  const predictor = new CategoryPredictor(model);
  for (const title of recent) {
    isNew(title, memory);
    predictor.add(title);
  }
  const site = { predictor, leaves, tree: news.trees[siteId] ?? "", model: version };
  memory.sites.set(siteId, site);
  return site;
}

interface ReadModel {
  known: CategoryModel | undefined;
  digest: string | undefined;
  bytes: Uint8Array | undefined;
}

function readModel(
  siteId: string,
  { known, digest, bytes }: ReadModel,
  { memory, parts }: { memory: Memory; parts: Parts },
): CategoryModel {
  memory.undecodable.delete(siteId);
  if (known) return known;
  if (digest === undefined || !bytes) return train([]);
  try {
    return modelOf(digest, bytes);
  } catch (error) {
    if (!(error instanceof InvalidModelError)) throw error;
    parts.log.warn({ err: error, siteId }, "a stored category model cannot be read and is trained again");
    memory.undecodable.add(siteId);
    return train([]);
  }
}
