import type { Logger, SystemClock } from "@marketplace/server";
import type { CategoryModelsRepo, NewTitle } from "./category-models.repo.ts";
import { CategoryPredictor } from "./model/category-predictor.ts";
import { Overlay } from "./model/neighbors/recent-titles.ts";
import { deserializeModel, InvalidModelError } from "./model/storage/serialize.ts";
import { train } from "./model/training/train.ts";
import type { PredictionFeedRepo, PredictionNews } from "./prediction-feed.repo.ts";
import type { SiteLeavesRepo } from "./site-leaves.repo.ts";

/** Titles that count beside a model at most. */
const recentTitles = 5_000;

/** What one site predicts with, as the database has it. */
export interface SitePredictor {
  predictor: CategoryPredictor;
  /** Whether each category that may be answered is for classifieds, by id. */
  leaves: ReadonlyMap<string, { classified: boolean }>;
  /** Another stamp, another category tree. */
  tree: string;
  model: number;
}

export interface Predictors {
  /** The predictor of a site, with all that was committed before the call: titles, trainings, trees. */
  of(siteId: string): Promise<SitePredictor>;
  /** The predictor of a site as it was within the last five seconds: for what need not be of now. */
  lately(siteId: string): SitePredictor | Promise<SitePredictor>;
  /** Whether the site's stored model is of another format or damaged, so that only recent titles count. */
  isUnreadable(siteId: string): boolean;
}

interface Parts {
  feed: PredictionFeedRepo;
  models: CategoryModelsRepo;
  leaves: SiteLeavesRepo;
  log: Logger;
  clock: SystemClock;
}

const latelyMs = 5_000;

/**
 * Predictors in memory, brought up to date by one small query a prediction, whoever wrote: that is how any number of
 * replicas know a new title or model at once. Calls that come while a look is taken share the next one.
 */
export function createPredictors(parts: Parts): Predictors {
  const memory: Memory = { sites: new Map(), seen: new Map(), unreadable: new Set(), cursor: undefined };
  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<PredictionNews> | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const look = (): Promise<PredictionNews> => {
    waiting ??= running.then(() => {
      waiting = undefined;
      const work = update(memory, parts);
      running = work.catch(() => {});
      return work;
    });
    return waiting;
  };
  const of = async (siteId: string): Promise<SitePredictor> => {
    const news = await look();
    lookedAt = parts.clock.monotonicMs();
    return memory.sites.get(siteId) ?? inTurn(() => load(siteId, news, { memory, parts }));
  };
  return {
    of,
    lately(siteId) {
      const isLate = parts.clock.monotonicMs() - lookedAt > latelyMs;
      return (isLate ? undefined : memory.sites.get(siteId)) ?? of(siteId);
    },
    isUnreadable: (siteId) => memory.unreadable.has(siteId),
  };

  /** Between two looks, so that no title falls between a look and a loading. */
  function inTurn(work: () => Promise<SitePredictor>): Promise<SitePredictor> {
    const turn = running.then(work);
    running = turn.catch(() => {});
    return turn;
  }
}

interface Memory {
  sites: Map<string, SitePredictor>;
  /** Titles counted already that may come again: their transactions, by number and transaction. */
  seen: Map<string, bigint>;
  unreadable: Set<string>;
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
  const { version, bytes, recent } = await parts.models.load(siteId, recentTitles);
  const overlay = new Overlay(recentTitles);
  const predictor = new CategoryPredictor(readModel(siteId, bytes, { memory, parts }), overlay);
  for (const title of recent) {
    isNew(title, memory);
    predictor.add(title);
  }
  const site = { predictor, leaves, tree: news.trees[siteId] ?? "", model: version };
  memory.sites.set(siteId, site);
  return site;
}

function readModel(
  siteId: string,
  bytes: Uint8Array | undefined,
  { memory, parts }: { memory: Memory; parts: Parts },
) {
  memory.unreadable.delete(siteId);
  if (!bytes) return train([]);
  try {
    return deserializeModel(bytes);
  } catch (error) {
    if (!(error instanceof InvalidModelError)) throw error;
    parts.log.warn({ err: error, siteId }, "a stored category model cannot be read and is trained anew");
    memory.unreadable.add(siteId);
    return train([]);
  }
}
