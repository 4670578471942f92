import { setTimeout } from "node:timers/promises";
import type { IndexedItem, SearchIndex } from "@marketplace/search-index";
import { createSharedRuns, type Logger, type SystemClock, within } from "@marketplace/server";
import { problems } from "../problems.ts";
import type { FollowedChanges } from "./fingerprinted-changes.service.ts";
import type { IndexTurns } from "./index-turns.service.ts";
import { indexedItem } from "./indexed-item.rules.ts";
import type { ItemNews } from "./item-changes.repo.ts";
import { createOwnChanges } from "./own-changes.service.ts";
import { reconcile } from "./reconcile.service.ts";
import type { SearchedItemsRepo } from "./searched-items.repo.ts";

/** Items that are read and indexed at once; a caller's own change waits for one such block at most. */
const blockSize = 500;
/** How old the run may be that a search waits for: of a long one, later searches wait no more. */
const maxWaitMs = 200;
/** How long a search waits for its caller's own changes: a server may take long to refuse them. */
const standardTimeoutMs = 5_000;
/** How often to look whether the process is done that applies many changes. */
const leaderPollMs = 25;

export interface FollowerState {
  /** Seconds since the index had every change, or since the start. */
  lagSeconds: number;
  /** Changes with every change of a category tree. */
  trees: string;
  /** How often this process built the index from all items since the start. */
  builds: number;
  /** How often the index could not be saved since the start. */
  failedSaves: number;
  /** Whether the last look for changes failed: the database or the search server is away. */
  failing: boolean;
}

export type ItemFollower = ReturnType<typeof createItemFollower>;

export interface FollowerDeps {
  index: SearchIndex;
  turns: IndexTurns;
  changes: FollowedChanges;
  items: SearchedItemsRepo;
  log: Pick<Logger, "info" | "warn">;
  clock: SystemClock;
  /** How long changes are held back, in milliseconds; then no search waits for them. None when absent. */
  lagMs?: (() => number) | undefined;
  ownChangesTimeoutMs?: number | undefined;
}

/** How far work on many changes came; `moved` means that another process has moved the cursor meanwhile. */
type Outcome = "done" | "moved" | "closing";

/**
 * Keeps a search index up to the items of Postgres. It reads the changes after its cursor, then the present
 * state of the items concerned: so a change may come twice, and the order of changes does not matter. An
 * index without a cursor, or with one that is too old, is built from all items; one that was complete answers
 * meanwhile. Processes that share an index take turns.
 */
export function createItemFollower(deps: FollowerDeps) {
  const { index, turns, changes, items, log, clock } = deps;
  const { lagMs = () => 0, ownChangesTimeoutMs = standardTimeoutMs } = deps;
  // An empty cursor marks an index whose first build is not complete.
  const stored = (): string | undefined => index.cursor() || undefined;
  let base = stored();
  /** May be ahead of the index's own, by changes that concern no item. */
  let cursor = base;
  let saved = base;
  let building = false;
  let trees = "";
  let builds = 0;
  let failedSaves = 0;
  let failing = false;
  let runningSince: number | undefined;
  let completeAt = clock.monotonicMs();
  const closing = new AbortController();

  /** Follows the cursor that another process has moved, or that the server has lost. */
  const adopt = (): boolean => {
    if (stored() === base) return false;
    base = stored();
    cursor = base;
    return true;
  };
  const reload = async (): Promise<boolean> => {
    await turns.reload();
    return adopt();
  };

  const apply = async (changes: { put?: IndexedItem[]; remove?: number[]; cursor: string | undefined }) => {
    const { put = [], remove = [] } = changes;
    await index.apply({ put, remove, cursor: changes.cursor ?? "" });
    if (stored() === base) return;
    base = stored();
    cursor = base;
  };
  const applyPresent = async (numbers: readonly number[], reached: string | undefined): Promise<void> => {
    const active = await items.byNumbers(numbers);
    const left = new Set(active.map(({ no }) => no));
    const remove = numbers.filter((no) => !left.has(no));
    await apply({ put: active.map(indexedItem), remove, cursor: reached });
  };

  /** Reading and applying are one turn, so that an older state never follows a newer one. */
  const refresh = (numbers: readonly number[]): Promise<void> =>
    turns.inTurn(async () => {
      await reload();
      await applyPresent(numbers, base);
    });
  const ownChanges = createOwnChanges({ changes, refresh, blockSize });

  const build = async (): Promise<Outcome> => {
    if (await reload()) return "moved";
    const started = clock.monotonicMs();
    const begun = await changes.present();
    const inTurn: IndexTurns["inTurn"] = (work) => turns.inTurn(() => turns.reload().then(work));
    const count = await reconcile({ index, items, inTurn, cursor: base ?? "", signal: closing.signal });
    if (closing.signal.aborted) return "closing";
    await inTurn(() => apply({ cursor: begun }));
    builds += 1;
    log.info({ items: count, ms: Math.round(clock.monotonicMs() - started) }, "the search index was built");
    return "done";
  };

  /** Items that changed themselves come first: a category that was renamed may have any number of others. */
  const blocksOf = async ({ numbers, categories }: ItemNews): Promise<number[][]> => {
    const done = new Set(numbers);
    const others = (await items.numbersIn(categories)).filter((no) => !done.has(no));
    return [numbers, others].flatMap((all) =>
      Array.from({ length: Math.ceil(all.length / blockSize) }, (_, at) =>
        all.slice(at * blockSize, (at + 1) * blockSize),
      ),
    );
  };

  /** The first block is applied in any case; the cursor comes with the last. */
  const follow = async (blocks: readonly number[][], reached: string): Promise<Outcome> => {
    for (const [at, block] of blocks.entries()) {
      if (at > 0 && closing.signal.aborted) return "closing";
      const last = at === blocks.length - 1;
      const moved = await turns.inTurn(async () => {
        if (await reload()) return true;
        await applyPresent(block, last ? reached : base);
        return false;
      });
      if (moved) return "moved";
    }
    cursor = reached;
    return "done";
  };

  const held = async (): Promise<void> => {
    const ms = lagMs();
    if (ms > 0) await setTimeout(ms, undefined, { signal: closing.signal }).catch(() => {});
  };

  /** One look for changes; `undefined` while another process does what is to be done. */
  const look = async (): Promise<Outcome | undefined> => {
    if (cursor === undefined) await reload();
    const looked = clock.monotonicMs();
    const news = cursor === undefined ? undefined : await changes.since(cursor);
    building = news === undefined;
    trees = news?.trees ?? trees;
    const blocks = news && (await blocksOf(news));
    if (blocks?.some(({ length }) => length > 0)) await held();
    const work = () => (blocks ? follow(blocks, news.cursor) : build());
    const outcome = blocks && blocks.length <= 1 ? await work() : await turns.lead(work);
    if (outcome !== undefined) building = false;
    if (outcome === "done" && blocks) completeAt = looked;
    return outcome;
  };

  const catchUp = createSharedRuns(async (): Promise<boolean> => {
    const started = clock.monotonicMs();
    runningSince = started;
    try {
      for (;;) {
        const outcome = await look();
        failing = false;
        if (outcome === "done") return true;
        if (outcome === "closing" || closing.signal.aborted) return false;
        if (outcome === "moved") continue;
        if (clock.monotonicMs() - started >= maxWaitMs) return false;
        await setTimeout(leaderPollMs);
        await reload();
      }
    } catch (error) {
      failing = true;
      throw error;
    } finally {
      runningSince = undefined;
    }
  });

  const remainingWaitMs = (): number =>
    Math.max(0, maxWaitMs - (clock.monotonicMs() - (runningSince ?? clock.monotonicMs())));

  /** Throws 503 before the first build is complete. */
  const assertReady = (): void => {
    if (cursor === undefined) throw problems.search_not_ready();
  };

  return {
    assertReady,
    /**
     * Applies what was committed before the call; builds the index if it must. False when that is left to
     * another process, or to the next start.
     */
    catchUp,
    /** Notices what other processes did to the index, or the server lost. */
    reload,
    /**
     * Waits until the index has what was committed before the call, until a run is 200 ms old; then at least
     * the caller's own last changes are in it. Throws 503 before the first build is complete, and when the
     * caller's changes cannot be applied.
     */
    async upToDate(callerId: number | undefined): Promise<void> {
      assertReady();
      if (lagMs() > 0) return;
      let complete = false;
      const caughtUp = async (): Promise<void> => {
        complete = await catchUp();
      };
      if (!building && (await within(remainingWaitMs(), caughtUp())) && complete) return;
      if (callerId === undefined) return;
      if (!(await within(ownChangesTimeoutMs, ownChanges(cursor ?? "", callerId))))
        throw problems.search_not_ready();
    },
    /** Ends a build that is under way; the next start begins it again. */
    stop: () => closing.abort(),
    /** Saves the index if it has changed. When that fails, the last snapshot stays and searches go on. */
    async save(): Promise<void> {
      if (cursor === undefined || cursor === saved) return;
      const work = async (): Promise<void> => {
        if (await reload()) return;
        await apply({ cursor });
        await index.save();
        saved = cursor;
      };
      await turns.inTurn(work).catch((err: unknown) => {
        failedSaves += 1;
        log.warn({ err }, "the search index could not be saved");
      });
    },
    state: (): FollowerState => ({
      lagSeconds: (clock.monotonicMs() - completeAt) / 1_000,
      trees,
      builds,
      failedSaves,
      failing,
    }),
  };
}
