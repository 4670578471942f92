import type { RequestListener } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { DueWork, SystemClock } from "@marketplace/server";
import { createUses } from "./worlds/uses.ts";

/** How long the services are given for what they do after an answer, in milliseconds. */
const graceMs = 250;

/** The services of the world `default`, always open. While its state is worked on, requests wait. */
export function createHome(systemClock: SystemClock) {
  let product: RequestListener = (_req, res) => void res.writeHead(503).end();
  let works: readonly DueWork[] = [];
  const uses = createUses(systemClock);
  const serve: RequestListener = (req, res) => {
    if (uses.begins(res)) product(req, res);
  };
  return {
    handle: ((req, res) => {
      if (uses.areHeld) void uses.during(() => serve(req, res));
      else serve(req, res);
    }) satisfies RequestListener,
    open(listener: RequestListener, due: readonly DueWork[]): void {
      product = listener;
      works = due;
    },
    withDue: <T>(work: (due: readonly DueWork[]) => Promise<T>): Promise<T> => uses.during(() => work(works)),
    exclusively: <T>(work: () => Promise<T>): Promise<T> =>
      uses.alone(async () => {
        await uses.ended();
        await delay(graceMs);
        return work();
      }),
  };
}
