import type { Logger } from "@marketplace/conventions";
import { makeWorkerUtils, run, runMigrations, Logger as WorkerLogger, WorkerPreset } from "graphile-worker";
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

/** Creates the job queue's schema, or brings it up to date; several processes may do it at once. */
export const prepareQueue = (databaseUrl: string, log: Logger): Promise<void> =>
  runMigrations({ ...common(databaseUrl, log), maxPoolSize: 2 });

/** Runs the jobs of the queue, on connections of its own: deliveries and requests do not wait for each other's. */
export async function startWorker({
  databaseUrl,
  courier,
  concurrency,
  log,
}: WorkerOptions): Promise<Worker> {
  await forgetDeadJobs(databaseUrl, log);
  const runner = await run({
    ...common(databaseUrl, log),
    maxPoolSize: 4,
    concurrency,
    noHandleSignals: true,
    parsedCronItems: [],
    // One process asks for work once, not once for each of its slots.
    preset: { extends: [WorkerPreset], worker: { localQueue: { size: concurrency }, pollInterval: 1_000 } },
    taskList: {
      [deliverTask]: (payload) => courier.deliver(Payload.parse(payload).application_id),
    },
  });
  runner.promise.catch((error) => log.error({ err: error }, "the notification worker broke"));
  return { stop: () => runner.stop() };
}

/** Jobs that a killed process left behind and that others have replaced since. */
async function forgetDeadJobs(databaseUrl: string, log: Logger): Promise<void> {
  const utils = await makeWorkerUtils({ ...common(databaseUrl, log), maxPoolSize: 2 });
  try {
    await utils.cleanup({ tasks: ["DELETE_PERMAFAILED_JOBS"] });
  } finally {
    await utils.release();
  }
}

const common = (connectionString: string, log: Logger) => ({
  connectionString,
  schema: workerSchema,
  logger: new WorkerLogger(() => (level, message, meta) => {
    if (level === "error") log.error({ ...meta }, message);
    else if (level === "warning") log.warn({ ...meta }, message);
    else log.debug(message);
  }),
});
