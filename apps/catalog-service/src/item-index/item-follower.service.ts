import type { SearchIndex } from "@marketplace/search-index";
import type { Logger, SystemClock } from "@marketplace/server";
import { problems } from "../problems.ts";
import { indexedItem } from "./indexed-item.rules.ts";
import type { ItemChangesRepo, ItemNews } from "./item-changes.repo.ts";
import { createOwnChanges } from "./own-changes.service.ts";
import { type Reconciliation, reconcile } from "./reconcile.service.ts";
import type { SearchedItemsRepo } from "./searched-items.repo.ts";
import { createSerial, createSharedRuns, within } from "./turns.service.ts";

/** Items that are read and indexed at once; a caller's own change waits for one such block at most. */
const blockSize = 500;
/** How old the run may be that a search waits for: of a long one, later searches wait no more. */
const patienceMs = 200;

export interface FollowerState {
  /** Seconds since the index had every change, or since the start. */
  lagSeconds: number;
  /** Changes with every change of a category tree. */
  trees: string;
  /** How often the index was built from all items since the start. */
  builds: number;
}

export type ItemFollower = ReturnType<typeof createItemFollower>;

export interface FollowerDeps {
  index: SearchIndex;
  changes: ItemChangesRepo;
  items: SearchedItemsRepo;
  log: Pick<Logger, "info">;
  clock: SystemClock;
}

/**
 * Keeps a search index up to the items of Postgres. It reads the changes after its cursor, then the present
 * state of the items concerned: so a change may come twice, and the order of changes does not matter. An
 * index without a cursor, or with one that is too old, is built from all items; one that was complete answers
 * meanwhile.
 */
export function createItemFollower({ index, changes, items, log, clock }: FollowerDeps) {
  // An empty cursor marks an index that was saved before its first build was complete.
  let cursor = index.cursor() || undefined;
  let saved = cursor;
  let building = false;
  let trees = "";
  let builds = 0;
  let runningSince: number | undefined;
  let completeAt = clock.monotonicMs();
  const inTurn = createSerial();
  const closing = new AbortController();

  /** Reading and applying are one turn, so that an older state never follows a newer one. */
  const refresh = (numbers: readonly number[]): Promise<void> =>
    inTurn(async () => {
      const active = await items.byNumbers(numbers);
      const left = new Set(active.map(({ no }) => no));
      const remove = numbers.filter((no) => !left.has(no));
      await index.apply({ put: active.map(indexedItem), remove, cursor: cursor ?? "" });
    });

  const ownChanges = createOwnChanges({ changes, refresh, blockSize });

  /** Small work is done in any case; false when the process closes before a later block. */
  const refreshAll = async (numbers: readonly number[]): Promise<boolean> => {
    for (let from = 0; from < numbers.length; from += blockSize) {
      if (from > 0 && closing.signal.aborted) return false;
      await refresh(numbers.slice(from, from + blockSize));
    }
    return true;
  };

  const build = async (): Promise<void> => {
    const started = clock.monotonicMs();
    const begun = await changes.present();
    const work: Reconciliation = { index, items, inTurn, cursor: cursor ?? "", signal: closing.signal };
    const count = await reconcile(work);
    if (closing.signal.aborted) return;
    cursor = begun;
    await inTurn(() => index.apply({ put: [], remove: [], cursor: begun }));
    builds += 1;
    log.info({ items: count, ms: Math.round(clock.monotonicMs() - started) }, "the search index was built");
  };

  /** Items that changed themselves come first: a category that was renamed may have any number of others. */
  const follow = async (news: ItemNews): Promise<void> => {
    const looked = clock.monotonicMs();
    trees = news.trees;
    if (!(await refreshAll(news.numbers))) return;
    const done = new Set(news.numbers);
    const others = (await items.numbersIn(news.categories)).filter((no) => !done.has(no));
    if (!(await refreshAll(others))) return;
    cursor = news.cursor;
    completeAt = looked;
  };

  const catchUp = createSharedRuns(async () => {
    runningSince = clock.monotonicMs();
    try {
      const news = cursor === undefined ? undefined : await changes.since(cursor);
      if (news) return await follow(news);
      building = true;
      await build();
    } finally {
      building = false;
      runningSince = undefined;
    }
  });

  const patience = (): number =>
    Math.max(0, patienceMs - (clock.monotonicMs() - (runningSince ?? clock.monotonicMs())));

  /** Throws 503 before the first build is complete. */
  const assertReady = (): void => {
    if (cursor === undefined) throw problems.search_not_ready();
  };

  return {
    assertReady,
    /** Applies what was committed before the call; builds the index if it must. */
    catchUp,
    /**
     * Waits until the index has what was committed before the call, until a run is 200 ms old; then at least
     * the
     * caller's own last changes are in it. Throws 503 before the first build is complete.
     */
    async upToDate(callerId: number | undefined): Promise<void> {
      assertReady();
      if (!building && (await within(patience(), catchUp()))) return;
      if (callerId === undefined) return;
      await ownChanges(cursor ?? "", callerId);
    },
    /** Ends a build that is under way; the next start begins it anew. */
    stop: () => closing.abort(),
    /** Saves the index if it has changed. */
    async save(): Promise<void> {
      const reached = cursor;
      if (reached === undefined || reached === saved) return;
      await inTurn(async () => {
        await index.apply({ put: [], remove: [], cursor: reached });
        await index.save();
      });
      saved = reached;
    },
    state: (): FollowerState => ({ lagSeconds: (clock.monotonicMs() - completeAt) / 1_000, trees, builds }),
  };
}
