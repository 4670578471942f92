import { silentLogger } from "@marketplace/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { turnsAlone } from "./index-turns.service.ts";
import type { ItemNews } from "./item-changes.repo.ts";
import { createItemFollower, type FollowerDeps } from "./item-follower.service.ts";
import { openEmbeddedIndex } from "./open-search-index.service.ts";
import { createOwnChanges } from "./own-changes.service.ts";

const range = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n);
const nothing: ItemNews = { cursor: "now", numbers: [], categories: [], trees: "1" };

/** A follower of items that are all gone; `read` are the blocks that it asked for, `asked` its cursors. */
async function following(more: Partial<FollowerDeps> = {}) {
  let now = 0;
  const [read, asked]: [number[][], string[]] = [[], []];
  const source = { news: nothing, inCategories: [] as number[], own: [] as number[], atRead: async () => {} };
  const index = openEmbeddedIndex(undefined);
  await index.apply({ put: [], remove: [], cursor: "begun" });
  const parts = {
    index,
    turns: turnsAlone(),
    changes: {
      present: async () => "begun",
      since: async (cursor: string) => {
        asked.push(cursor);
        return source.news;
      },
      ofSeller: async (cursor: string) => ({ cursor, numbers: source.own }),
    },
    items: {
      numbersIn: async () => source.inCategories,
      byNumbers: async (numbers: readonly number[]) => {
        read.push([...numbers]);
        await source.atRead();
        return [];
      },
    },
    log: silentLogger(),
    clock: { monotonicMs: () => now },
    ...more,
  } as unknown as FollowerDeps;
  const later = (ms: number) => {
    now += ms;
  };
  return { ...createItemFollower(parts), source, read, asked, later };
}

describe("a follower that holds changes back", () => {
  it("applies them late, and no search waits for them", async () => {
    const { catchUp, upToDate, source, read } = await following({ lagMs: () => 20 });
    await catchUp();
    source.news = { ...nothing, numbers: [7] };
    const applied = catchUp();
    await upToDate(1);
    expect(read).toEqual([]);
    await applied;
    expect(read).toEqual([[7]]);
  });
});

describe("a large catch-up", () => {
  afterEach(() => void vi.useRealTimers());

  it("reads changed items first, then those of changed categories, each once", async () => {
    const { catchUp, source, read } = await following();
    source.news = { ...nothing, numbers: [7, 9], categories: ["MLA1"] };
    source.inCategories = [7, 8];
    await catchUp();
    expect(read).toEqual([[7, 9], [8]]);
  });

  it("ends between blocks when the process closes, and is not taken for complete", async () => {
    const { catchUp, stop, source, read, asked } = await following();
    source.news = { ...nothing, numbers: range(1, 1_200) };
    source.atRead = async () => stop();
    await catchUp();
    expect(read.map((block) => block.length)).toEqual([500]);
    await catchUp();
    expect(asked).toEqual(["begun", "begun"]);
  });

  it("makes no search wait once it is older than they would wait", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { catchUp, upToDate, source, later } = await following();
    const stuck = Promise.withResolvers<void>();
    source.news = { ...nothing, numbers: [1] };
    source.atRead = () => stuck.promise;
    const running = catchUp();
    later(150);
    const searched = vi.fn();
    const first = upToDate(undefined).then(searched);
    await vi.advanceTimersByTimeAsync(49);
    expect(searched).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(searched).toHaveBeenCalledOnce();
    later(5_000);
    const second = upToDate(undefined).then(searched);
    await vi.advanceTimersByTimeAsync(1);
    expect(searched).toHaveBeenCalledTimes(2);
    stuck.resolve();
    await Promise.all([running, first, second]);
  });

  it("refuses a search whose caller's own changes it cannot apply in time", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { catchUp, upToDate, source } = await following();
    const stuck = Promise.withResolvers<void>();
    source.news = { ...nothing, numbers: [1] };
    source.own = [1];
    source.atRead = () => stuck.promise;
    const running = catchUp();
    const refused = expect(upToDate(3)).rejects.toMatchObject({ status: 503 });
    await vi.advanceTimersByTimeAsync(5_300);
    await refused;
    stuck.resolve();
    await running;
  });
});

describe("own changes", () => {
  it("are read in blocks, the last ones first, and again when they change again", async () => {
    const read: (readonly number[])[] = [];
    const news = new Map([
      ["0", { cursor: "1", numbers: [5, 4, 3, 2, 1] }],
      ["1", { cursor: "2", numbers: [5] }],
    ]);
    const refresh = async (numbers: readonly number[]) => void read.push(numbers);
    const ofSeller = async (cursor: string) => news.get(cursor) ?? { cursor, numbers: [] };
    const own = createOwnChanges({ changes: { ofSeller }, refresh, blockSize: 2 });
    for (let n = 0; n < 5; n += 1) await own("0", 3);
    expect(read).toEqual([
      [5, 4],
      [5, 3],
      [2, 1],
    ]);
    await own("1", 3);
    expect(read.at(-1)).toEqual([5]);
  });

  it("are shared by searches of the same time", async () => {
    const read: (readonly number[])[] = [];
    const refresh = async (numbers: readonly number[]) => void read.push(numbers);
    const ofSeller = async (cursor: string) => ({
      cursor: "1",
      numbers: cursor === "0" ? range(1, 1_200) : [],
    });
    const own = createOwnChanges({ changes: { ofSeller }, refresh, blockSize: 500 });
    await Promise.all(Array.from({ length: 20 }, () => own("0", 3)));
    expect(read.flat()).toEqual(range(1, 1_000));
  });
});
