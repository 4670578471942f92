import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { StorageGates } from "./service-parts.ts";

/** What is to happen before a storage is used: it does not answer, or late. */
export const StorageOrder = z.object({
  /** The header by which an answer tells of it, and its value. */
  told: z.tuple([z.string(), z.string()]),
  unavailable: z.boolean(),
  /** How long to wait, in milliseconds, taken in turn. */
  delays_ms: z.array(z.number().min(0)),
});
export type StorageOrder = z.output<typeof StorageOrder>;

/** Without an order for a storage nothing happens to it. */
export const StorageOrders = z.object({
  database: StorageOrder.optional(),
  object_store: StorageOrder.optional(),
});
export type StorageOrders = z.output<typeof StorageOrders>;

/** Carries the orders of a request to the next process, as `ordersText` writes them. */
export const ordersHeader = "x-marketplace-storage";

interface Ordered {
  orders: StorageOrders;
  res?: ServerResponse | undefined;
}

const ordered = new AsyncLocalStorage<Ordered>();

/** Runs work of a request, whose uses of storages these orders are for. */
export const underOrders = <T>(orders: StorageOrders, work: () => T): T => ordered.run({ orders }, work);

/** The orders for the present work as a header; `undefined` when there are none. */
export function ordersText(): string | undefined {
  const present = ordered.getStore();
  return present && Buffer.from(JSON.stringify(present.orders)).toString("base64url");
}

/** Runs work under the orders of a header, if there is one. */
export function underOrdersOf<T>(text: string | undefined, work: () => T, res?: ServerResponse): T {
  const orders = text ? ordersIn(text) : undefined;
  return orders ? ordered.run({ orders, res }, work) : work();
}

/** A header that another release wrote orders nothing. */
function ordersIn(text: string): StorageOrders | undefined {
  try {
    return StorageOrders.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  } catch {
    return undefined;
  }
}

/** Gives each request the orders of its header. Only for a process that none but the gateway reaches. */
export const obeying =
  (app: RequestListener): RequestListener =>
  (req: IncomingMessage, res: ServerResponse) =>
    underOrdersOf([req.headers[ordersHeader]].flat()[0], () => app(req, res), res);

/** The storage does not answer; the conventions answer 503 to errors with this mark. */
class StorageUnavailable extends Error {
  readonly unavailable = true;
}

/** What holds for the background work of a process, for so many milliseconds. */
export interface Standing {
  orders: StorageOrders;
  /** How long searches do not find what has changed, in milliseconds. */
  searchLagMs: number;
  forMs: number;
}

/** The storages of a process that another one disturbs. */
export interface OrderedStorages {
  gates: StorageGates;
  searchLagMs(): number;
  /** Replaces what holds for background work and searches. */
  follow(standing: Standing): void;
}

/** Gates that obey the orders of requests, and in background work those that stand. */
export function createOrderedStorages(monotonicMs: () => number): OrderedStorages {
  let standing: Standing = { orders: {}, searchLagMs: 0, forMs: 0 };
  let until = 0;
  let uses = 0;
  const holds = () => monotonicMs() < until;
  const gate = (storage: keyof StorageOrders) => (): Promise<void> | undefined => {
    const request = ordered.getStore();
    const background = holds() ? standing.orders : {};
    const order = (request?.orders ?? background)[storage];
    if (!order) return undefined;
    if (request?.res && !request.res.headersSent) request.res.setHeader(...order.told);
    if (order.unavailable) return Promise.reject(new StorageUnavailable(order.told.join(": ")));
    return wait(order.delays_ms[uses++ % order.delays_ms.length]);
  };
  return {
    gates: { database: gate("database"), objectStore: gate("object_store") },
    searchLagMs: () => (holds() ? standing.searchLagMs : 0),
    follow(next) {
      standing = next;
      until = monotonicMs() + next.forMs;
    },
  };
}
