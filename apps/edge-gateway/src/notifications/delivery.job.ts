import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "@marketplace/server";
import { makeWorkerUtils, run, runMigrations, Logger as WorkerLogger } from "graphile-worker";
import pg from "pg";
import { z } from "zod";
import type { Dispatcher } from "./dispatcher.service.ts";
import { deliverTask, workerSchema } from "./job-queue.sql.ts";

export interface WorkerOptions {
  databaseUrl: string;
  dispatcher: Pick<Dispatcher, "deliver">;
  /** Applications that are delivered to at once. */
  concurrency: number;
  log: Logger;
}

/** The background part of notifications in this process. */
export interface Worker {
  /** Takes no more jobs and waits for those at hand. */
  stop(): Promise<void>;
}

const Payload = z.object({ application_id: z.int() });
const pollMs = 1_000;
const workerSettings = {
  pollInterval: pollMs,
  // Without batching, a failed completion is an unhandled rejection.
  completeJobBatchDelay: 0,
  failJobBatchDelay: 0,
};

/** Creates the job queue's schema, or brings it up to date; several processes may do it at once. */
export async function prepareQueue(databaseUrl: string, log: Logger): Promise<void> {
  const pool = openQueuePool(databaseUrl, log);
  await runMigrations(queueOptions(pool, log)).finally(() => pool.end());
}

/** Runs the queue's jobs on connections of its own: deliveries and requests must not delay each other. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { log } = options;
  const stopping = new AbortController();
  let runner = await startRunner(options);
  const supervise = async () => {
    while (!stopping.signal.aborted) {
      try {
        await runner.ended;
        // The library stops when it cannot store a job's end: it needs a new start after an outage.
        await delay(pollMs, undefined, { signal: stopping.signal });
        runner = await startRunner(options);
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ err: error }, "the notification worker cannot start yet");
      }
    }
    await runner.stop();
  };
  const supervised = supervise();
  return {
    async stop() {
      stopping.abort();
      await runner.stop();
      await supervised;
    },
  };
}

/** One run of the library; `ended` resolves when it stops for whatever reason. */
async function startRunner({ databaseUrl, dispatcher, concurrency, log }: WorkerOptions) {
  const pool = openQueuePool(databaseUrl, log);
  const options = queueOptions(pool, log);
  try {
    await forgetDeadJobs(options);
    const runner = await run({
      ...options,
      concurrency,
      noHandleSignals: true,
      parsedCronItems: [],
      preset: { worker: { ...workerSettings, localQueue: { size: concurrency } } },
      taskList: {
        [deliverTask]: (payload, { abortSignal }) =>
          unless(abortSignal, dispatcher.deliver(Payload.parse(payload).application_id)),
      },
    });
    const ended = runner.promise
      .catch((error) => log.warn({ err: error }, "the notification worker broke"))
      .finally(() => pool.end());
    return {
      ended,
      stop: () =>
        runner
          .stop()
          .catch(() => {})
          .then(() => ended),
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** When the library stops, a job lets go of its batch. The batch goes on, and the next run joins it. */
async function unless(signal: AbortSignal | undefined, work: Promise<void>): Promise<void> {
  const aborted = Promise.withResolvers<void>();
  const onAbort = () => aborted.resolve();
  signal?.addEventListener("abort", onAbort);
  try {
    await Promise.race([work, aborted.promise]);
  } finally {
    signal?.removeEventListener("abort", onAbort);
  }
}

/** Deletes jobs of killed processes that were replaced since. */
async function forgetDeadJobs(options: ReturnType<typeof queueOptions>): Promise<void> {
  const utils = await makeWorkerUtils(options);
  await utils.cleanup({ tasks: ["DELETE_PERMAFAILED_JOBS"] }).finally(() => utils.release());
}

/** Few connections: they fetch jobs and do not deliver. */
function openQueuePool(connectionString: string, log: Logger): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 4, keepAlive: true });
  const onError = ({ message }: Error) => {
    // The error object carries the whole client. Errors while the pool ends are expected.
    if (!pool.ending) log.warn({ reason: message }, "a connection of the job queue broke");
  };
  pool.on("error", onError);
  // A lost connection on which the library waits must not end the process.
  pool.on("connect", (client) => client.on("error", onError));
  return pool;
}

const queueOptions = (pgPool: pg.Pool, log: Logger) => ({
  pgPool,
  schema: workerSchema,
  // Only errors concern an operator; the library also warns of small pools.
  logger: new WorkerLogger(() => (level, message, meta) => {
    if (level === "error") log.error({ err: meta?.error }, message);
    else log.debug(message);
  }),
});
