import { setTimeout as delay } from "node:timers/promises";
import { item } from "../src/conformance/items.ts";
import type { OpenSearchIndex } from "../src/opensearch/opensearch-index.ts";
import type { IndexedItem } from "../src/port.ts";

/** An item of the feeder, as its last change left it. */
export interface Fed {
  no: number;
  /** The word of its title that no other item has. */
  word: string;
  /** Words that it had before. */
  former: string[];
  isListed: boolean;
}

interface Change {
  put: IndexedItem[];
  remove: number[];
  cursor: string;
}

export interface SeenOfChanges {
  applied: number;
  /** Changes that had to be sent again, as the server did not take them. */
  repeated: string[];
  /** Seconds from the first attempt of the slowest change to its end. */
  slowestChange: number;
  /** Changes that the next search of another process did not find. */
  stale: string[];
}

export const sellerOfFeeder = 2;
const firstNo = 1_000_000;
const retryMs = 100;
const pauseMs = 20;
/** A change is tried for so long. */
const maxRetries = 3_000;

const newWord = (): string => `palabra${crypto.randomUUID().replaceAll("-", "")}`;

/** Runs work while no other process changes the index. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

interface FeederDeps {
  index: OpenSearchIndex;
  /** Of another process. */
  reader: OpenSearchIndex;
  inTurn: InTurn;
  random: () => number;
}

/** The one process that feeds the index: as catalog-service it goes on from the cursor after a failure. */
export class Feeder {
  readonly #index: OpenSearchIndex;
  readonly #reader: OpenSearchIndex;
  readonly #inTurn: InTurn;
  readonly #random: () => number;
  /** All changes so far. The last one's number is the cursor. */
  readonly #changes: Change[] = [];
  readonly fed = new Map<number, Fed>();

  constructor({ index, reader, inTurn, random }: FeederDeps) {
    this.#index = index;
    this.#reader = reader;
    this.#inTurn = inTurn;
    this.#random = random;
  }

  async feed(seen: SeenOfChanges, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const changed = this.#next();
      const startedAt = performance.now();
      await this.#applyAll(seen);
      seen.slowestChange = Math.max(seen.slowestChange, (performance.now() - startedAt) / 1_000);
      seen.applied += 1;
      const wrong = await wrongAbout(changed, this.#reader).catch(() => undefined);
      if (wrong) seen.stale.push(wrong);
      await delay(pauseMs, undefined, { signal }).catch(() => {});
    }
  }

  /** Lists an item, or gives one another word, or removes one. */
  #next(): Fed {
    const listed = [...this.fed.values()].filter(({ isListed, former }) => isListed && former.length < 2);
    const chosen = listed[Math.floor(this.#random() * listed.length)];
    const what = this.#random();
    const cursor = String(this.#changes.length + 1);
    if (!chosen || what < 0.5)
      return this.#put({ no: firstNo + this.fed.size, word: newWord(), former: [], isListed: true }, cursor);
    if (what < 0.8)
      return this.#put({ ...chosen, word: newWord(), former: [...chosen.former, chosen.word] }, cursor);
    const removed = { ...chosen, isListed: false };
    this.fed.set(removed.no, removed);
    this.#changes.push({ put: [], remove: [removed.no], cursor });
    return removed;
  }

  #put(changed: Fed, cursor: string): Fed {
    const { no, word } = changed;
    this.fed.set(no, changed);
    const put = [item(no, { title: `mesa ${word}`, sellerId: sellerOfFeeder })];
    this.#changes.push({ put, remove: [], cursor });
    return changed;
  }

  /** Everything after the index's cursor, until it is there. */
  async #applyAll(seen: SeenOfChanges): Promise<void> {
    for (let retry = 0; ; retry++) {
      try {
        return await this.#inTurn(async () => {
          await this.#index.reload();
          const reached = Number(this.#index.cursor() ?? 0);
          for (const change of this.#changes.slice(reached)) await this.#index.apply(change);
        });
      } catch (error) {
        if (retry === maxRetries) throw error;
        seen.repeated.push(String(error));
        await delay(retryMs);
      }
    }
  }
}

/** What a search says of an item that is not so. */
export async function wrongAbout(fed: Fed, index: OpenSearchIndex): Promise<string | undefined> {
  const { no, word, former, isListed } = fed;
  for (const text of [word, ...former]) {
    const query = { siteId: "MLA", text, keys: [], sellerId: sellerOfFeeder };
    const { numbers } = await index.search(query, { sort: "relevance", offset: 0, limit: 10 });
    const expected = isListed && text === word ? [no] : [];
    if (numbers.join() !== expected.join())
      return `${text}: found ${numbers.join() || "nothing"} instead of ${expected.join() || "nothing"}`;
  }
  return undefined;
}
