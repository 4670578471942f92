import { randomUUID } from "node:crypto";
import { z } from "zod";
import { query } from "./contract.ts";

const waiting = {
  waiting: z.int().describe("How many wait; counted to 100 000"),
  oldest_seconds: z.number().describe("For how long the oldest has waited"),
};

/** How a process of a service is, and what waits in the service's database. */
export const Vitals = z.object({
  process: z.string().describe("Id of the process, new with each start"),
  uptime_seconds: z.number().describe("Since the process started"),
  memory_bytes: z.int().describe("Resident memory of the process"),
  outbox: z.object(waiting).nullable().describe("Events on their way to the gateway"),
  mail: z
    .object({ ...waiting, retrying: z.int().describe("How many of them failed before") })
    .nullable()
    .describe("E-mails that are to be sent; null where a service sends none"),
});
export type Vitals = z.output<typeof Vitals>;

/** How the process that answers is; for operators. */
export const vitalsCall = query(z.object({}), Vitals);

const id = randomUUID();

/** What every process can say of itself. */
export const processVitals = (): Pick<Vitals, "process" | "uptime_seconds" | "memory_bytes"> => ({
  process: id,
  uptime_seconds: Math.round(process.uptime()),
  memory_bytes: process.memoryUsage.rss(),
});
