import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { DueWork, Logger, SystemClock } from "@marketplace/server";
import type { OpenProduct } from "./engine.ts";

/** How long a world without requests keeps its services open, in milliseconds. */
const idleMs = 30_000;
/** How long requests under way may take to end before work on the state of a world goes on without them. */
const patienceMs = 5_000;

/**
 * The services of a world in this process. They are opened by the first request, and closed when there is
 * none for a while. Work on what is stored has them closed, and requests wait for its end.
 */
export interface Residence {
  handle: RequestListener;
  /** Opens the services, for what is no request. */
  awake(): Promise<void>;
  /** Runs work with that of the services, which stay open for it. */
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
  let product: OpenProduct | undefined;
  let opening: Promise<OpenProduct> | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  /** Set while work goes on. */
  let closed: Promise<unknown> | undefined;
  let ended = false;
  let active = 0;
  let usedAt = systemClock.monotonicMs();

  async function opened(): Promise<OpenProduct> {
    while (closed) await closed;
    if (ended) throw new Error("the world has ended");
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

  async function shut(): Promise<void> {
    await opening?.catch(() => {});
    const deadline = systemClock.monotonicMs() + patienceMs;
    while (active > 0 && systemClock.monotonicMs() < deadline) await delay(5);
    const former = product;
    product = undefined;
    await former?.close();
  }

  function exclusively<T>(work: () => Promise<T>): Promise<T> {
    const result = turn.then(async () => {
      await shut();
      return work();
    });
    const settled = result.catch(() => {});
    turn = settled;
    closed = settled;
    void settled.then(() => {
      if (closed === settled) closed = undefined;
    });
    return result;
  }

  function serve({ app }: OpenProduct, req: IncomingMessage, res: ServerResponse): void {
    active++;
    usedAt = systemClock.monotonicMs();
    res.once("close", () => {
      active--;
      usedAt = systemClock.monotonicMs();
    });
    app(req, res);
  }

  /** Work and idling are looked at in turn, so that services are not closed under a request that begins. */
  async function sleepIfIdle(): Promise<void> {
    const isIdle = () => active === 0 && systemClock.monotonicMs() - usedAt > idleMs;
    if (!product || closed || !isIdle() || (await product.isBusy().catch(() => true))) return;
    if (!closed && isIdle()) await exclusively(async () => {});
  }
  const looking = setInterval(() => {
    sleepIfIdle().catch((err: unknown) => log.warn({ err }, "an idle world could not be closed"));
  }, idleMs / 6);
  looking.unref();

  return {
    handle(req, res) {
      if (ended) return refuse(req, res);
      if (product && !closed) return serve(product, req, res);
      opened().then(
        (made) => (ended ? refuse(req, res) : serve(made, req, res)),
        (err: unknown) => {
          if (ended) return refuse(req, res);
          log.error({ err }, "the services of a world could not be opened");
          unavailable(req, res);
        },
      );
    },
    async awake() {
      await opened();
      usedAt = systemClock.monotonicMs();
    },
    async withDue(work) {
      const { due } = await opened();
      active++;
      try {
        return await work(due);
      } finally {
        active--;
        usedAt = systemClock.monotonicMs();
      }
    },
    exclusively,
    async end() {
      ended = true;
      clearInterval(looking);
      await exclusively(async () => {});
    },
  };
}
