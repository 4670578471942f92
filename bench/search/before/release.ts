import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { databaseName } from "@marketplace/database";
import { familyOf } from "../../main/processes.ts";
import { type Product, startProduct } from "../../main/product.ts";
import { spentBetween, spentByThreads } from "../cpu.ts";
import { root, run } from "./checkout.ts";

/** A release that runs as a product with the demo, on a data directory of its own. */
export interface Release {
  product: Product;
  /** Milliseconds of CPU time so far by thread, of the product with its Postgres. */
  cpu(): Map<string, number>;
  /** Waits, at most two minutes, until the work after a fill is done: vacuum, training, snapshots. */
  idle(): Promise<void>;
  /** The parsed answer to a GET that must succeed. */
  get<T>(path: string): Promise<T>;
  /** The text of the answer to a POST; `undefined` when this release has no such path. */
  post(path: string, type: string, body: string): Promise<string | undefined>;
  /** Has items inserted by the code of this release, and answers what `insert.process.ts` prints. */
  insert(...words: string[]): Promise<string>;
  /** Waits until the first result of a search of a site is this item. */
  untilFirst(site: string, text: string, id: string): Promise<void>;
  /** Waits until searches of a site find this many items of a seller. */
  untilFound(site: string, seller: number, count: number): Promise<void>;
  /** How many items of a seller searches of a site find. */
  found(site: string, seller: number): Promise<number>;
}

/** What the bench reads of the answer to a search. */
export interface SearchAnswer {
  paging: { total: number };
  results: { id: string }[];
}

const pollMs = 100;
const maxPolls = 6_000;
const idleCpuMsOfSecond = 100;
const maxIdleSeconds = 120;

/** Starts the product of a checkout as its README does. */
export async function startRelease(checkout: string, dataDir: string): Promise<Release> {
  const product = await startProduct(dataDir, "one process", {}, join(checkout, "scripts/start.mjs"));
  const token = product.sandbox.users.seller_mla.access_token;
  const headers = { Authorization: `Bearer ${token}` };
  const get = async <T>(path: string): Promise<T> => {
    const answer = await fetch(product.url + path, { headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
  let asked = 0;
  const search = (site: string, parameters: Record<string, string>): Promise<SearchAnswer> => {
    // Each search is another one, so that no cache answers it.
    asked += 1;
    const query = new URLSearchParams({ ...parameters, price: `0-${1e9 + asked}`, limit: "1" });
    return get(`/sites/${site}/search?${query}`);
  };
  const found = async (site: string, seller: number) =>
    (await search(site, { seller_id: String(seller) })).paging.total;
  const until = async (what: string, holds: () => Promise<boolean>) => {
    for (let polls = 0; polls < maxPolls; polls += 1) {
      if (await holds()) return;
      await delay(pollMs);
    }
    throw new Error(`searches do not find ${what}`);
  };
  const cpu = () => spentByThreads(familyOf(product.pid).map(({ pid }) => pid));
  return {
    product,
    cpu,
    async idle() {
      for (let seconds = 0; seconds < maxIdleSeconds; seconds += 1) {
        const spent = cpu();
        await delay(1_000);
        if (spentBetween(spent, cpu()) < idleCpuMsOfSecond) return;
      }
    },
    get,
    async post(path, type, body) {
      const answer = await fetch(product.url + path, {
        method: "POST",
        headers: { ...headers, "Content-Type": type },
        body,
      });
      const text = await answer.text();
      if (answer.status === 404 || answer.status === 405) return undefined;
      if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${text}`);
      return text;
    },
    insert: (...words) => {
      const script = join(import.meta.dirname, "insert.process.ts");
      const database = product.databaseUrl(databaseName("catalog"));
      return run(process.execPath, [script, checkout, database, ...words], root);
    },
    found,
    untilFirst: (site, q, id) => until(id, async () => (await search(site, { q })).results[0]?.id === id),
    untilFound: (site, seller, count) =>
      until(`${count} items of ${seller}`, async () => (await found(site, seller)) === count),
  };
}
