import type { Logger } from "@marketplace/conventions";
import { makeWorkerUtils, type Runner, run, runMigrations, Logger as WorkerLogger } from "graphile-worker";
import pg from "pg";
import { z } from "zod";
import type { Courier } from "./courier.ts";
import { deliverTask, workerSchema } from "./worker-names.ts";

export interface WorkerOptions {
  databaseUrl: string;
  courier: Pick<Courier, "deliver">;
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

/** Creates the job queue's schema, or brings it up to date; several processes may do it at once. */
export async function prepareQueue(databaseUrl: string, log: Logger): Promise<void> {
  const pool = openQueuePool(databaseUrl, log);
  await runMigrations(queueOptions(pool, log)).finally(() => pool.end());
}

/** Runs the jobs of the queue, on connections of its own: deliveries and requests do not wait for each other's. */
export async function startWorker({
  databaseUrl,
  courier,
  concurrency,
  log,
}: WorkerOptions): Promise<Worker> {
  const pool = openQueuePool(databaseUrl, log);
  const options = queueOptions(pool, log);
  const start = async (): Promise<Runner> => {
    await forgetDeadJobs(options);
    return run({
      ...options,
      concurrency,
      noHandleSignals: true,
      parsedCronItems: [],
      // The process asks for jobs once, not once for each of its slots.
      preset: { worker: { localQueue: { size: concurrency }, pollInterval: pollMs } },
      taskList: { [deliverTask]: (payload) => courier.deliver(Payload.parse(payload).application_id) },
    });
  };
  const runner = await start().catch(async (error) => {
    await pool.end();
    throw error;
  });
  runner.promise.catch((error) => log.error({ err: error }, "the notification worker broke"));
  return {
    async stop() {
      await runner.stop();
      await pool.end();
    },
  };
}

/** Jobs that a killed process left behind and that others have replaced since. */
async function forgetDeadJobs(options: ReturnType<typeof queueOptions>): Promise<void> {
  const utils = await makeWorkerUtils(options);
  await utils.cleanup({ tasks: ["DELETE_PERMAFAILED_JOBS"] }).finally(() => utils.release());
}

/** Few connections: they carry jobs to and fro, not the work. */
function openQueuePool(connectionString: string, log: Logger): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 4, keepAlive: true });
  const onError = (error: Error) => log.warn({ err: error }, "a connection of the job queue broke");
  pool.on("error", onError);
  // The library waits on connections for long: one that breaks meanwhile must not end the process.
  pool.on("connect", (client) => client.on("error", onError));
  return pool;
}

const queueOptions = (pgPool: pg.Pool, log: Logger) => ({
  pgPool,
  schema: workerSchema,
  // Below an error there is nothing in it for an operator; it also warns of a pool as small as ours.
  logger: new WorkerLogger(() => (level, message, meta) => {
    if (level === "error") log.error({ ...meta }, message);
    else log.debug(message);
  }),
});
