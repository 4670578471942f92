import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { DueWork, Logger, SystemClock } from "@marketplace/server";
import { problems } from "../problems.ts";
import type { OpenProduct } from "./engine.ts";
import { createUses } from "./uses.ts";

/** How long a world without requests keeps its services open, in milliseconds. */
const idleMs = 30_000;

/**
 * The services of a world in this process. They are opened by the first request, and closed when there is
 * none for a while. Work on what is stored has them closed, and requests wait for its end.
 */
export interface Residence {
  handle: RequestListener;
  /** Runs work with that of the services, which are opened for it and stay open. */
  withDue<T>(work: (due: readonly DueWork[]) => Promise<T>): Promise<T>;
  /** Runs work while the services are closed. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Closes the services for good: requests that wait are refused. */
  end(): Promise<void>;
}

interface Parts {
  open(): Promise<OpenProduct>;
  /** Answers what comes after the end. */
  refuse: RequestListener;
  /** Answers while the services cannot be opened. */
  unavailable: RequestListener;
  systemClock: SystemClock;
  log: Logger;
}

export function createResidence({ open, refuse, unavailable, systemClock, log }: Parts): Residence {
  const uses = createUses(systemClock);
  let product: OpenProduct | undefined;
  let opening: Promise<OpenProduct> | undefined;
  let ended = false;

  async function opened(): Promise<OpenProduct> {
    if (ended) throw problems.world_ended();
    if (product) return product;
    opening ??= open()
      .then((made) => {
        product = made;
        return made;
      })
      .finally(() => {
        opening = undefined;
      });
    return opening;
  }

  /** Runs work while the services are open. */
  const whileOpen = <T>(work: (made: OpenProduct) => Promise<T> | T): Promise<T> =>
    uses.during(async () => work(await opened()));

  const exclusively = <T>(work: () => Promise<T>): Promise<T> =>
    uses.alone(async () => {
      await opening?.catch(() => {});
      await uses.ended();
      const former = product;
      product = undefined;
      await former?.close();
      return work();
    });

  function serve({ app }: OpenProduct, req: IncomingMessage, res: ServerResponse): void {
    if (uses.begins(res)) app(req, res);
  }

  /** Work and idling are looked at in turn, so that services are not closed under a request that begins. */
  async function sleepIfIdle(): Promise<void> {
    const isIdle = () => !uses.areHeld && uses.idleMs > idleMs;
    if (!product || !isIdle() || (await product.isBusy().catch(() => true))) return;
    if (isIdle()) await exclusively(async () => {});
  }
  const looking = setInterval(() => {
    sleepIfIdle().catch((err: unknown) => log.warn({ err }, "an idle world could not be closed"));
  }, idleMs / 6);
  looking.unref();

  return {
    handle(req, res) {
      if (ended) return refuse(req, res);
      if (product && !uses.areHeld) return serve(product, req, res);
      whileOpen((made) => (ended ? refuse(req, res) : serve(made, req, res))).catch((err: unknown) => {
        if (ended) return refuse(req, res);
        log.error({ err }, "the services of a world could not be opened");
        unavailable(req, res);
      });
    },
    withDue: (work) => whileOpen(({ due }) => work(due)),
    exclusively,
    async end() {
      ended = true;
      clearInterval(looking);
      await exclusively(async () => {});
    },
  };
}
