import type { RequestListener } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { DueWork } from "@marketplace/server";

/** How long requests under way are given to end before the product's databases are worked on. */
const graceMs = 250;

/**
 * The services of the world `default`, which are always open. Nothing is counted per request: while its
 * databases are copied new requests wait, and those under way have a moment to end.
 */
export function createHome() {
  let product: RequestListener = (_req, res) => void res.writeHead(503).end();
  let served = product;
  let works: readonly DueWork[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  return {
    handle: ((req, res) => served(req, res)) satisfies RequestListener,
    open(listener: RequestListener, due: readonly DueWork[]): void {
      // Requests that wait are served when the work has ended.
      if (served === product) served = listener;
      product = listener;
      works = due;
    },
    withDue: <T>(work: (due: readonly DueWork[]) => Promise<T>): Promise<T> => work(works),
    exclusively<T>(work: () => Promise<T>): Promise<T> {
      const result = turn.then(async () => {
        await delay(graceMs);
        return work();
      });
      const settled = result.catch(() => {});
      turn = settled;
      served = (req, res) => void settled.then(() => served(req, res));
      void settled.then(() => {
        if (turn === settled) served = product;
      });
      return result;
    },
  };
}
