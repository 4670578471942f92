import { z } from "zod";
import { askedServices } from "./replicas.service.ts";

const count = (what: string) => z.int().describe(what);
const seconds = (what: string) => z.number().describe(what);

const Replica = z.object({
  address: z.string().nullable().describe("Where it was asked; null where it is in the gateway's process"),
  process: z.string().nullable().describe("Id of its process, new with each start; null when it is down"),
  state: z.enum(["up", "down"]).describe("Whether it answered"),
  failure: z.string().nullable().describe("Why it is down"),
  uptime_seconds: z.number().nullable().describe("Since its process started"),
  memory_bytes: z.int().nullable().describe("Resident memory of its process"),
});

const Outbox = z.object({
  waiting: count("Events that are not handed over yet; counted to 100 000"),
  oldest_seconds: seconds("For how long the oldest has waited"),
});

const Mail = z.object({
  waiting: count("E-mails that are to be sent; counted to 100 000"),
  retrying: count("How many of them failed before"),
  oldest_seconds: seconds("For how long the oldest has waited"),
});

const ServiceHealth = z
  .object({
    id: z.enum(["gateway", ...askedServices]).describe("The service"),
    state: z.enum(["up", "degraded", "down"]).describe("up when all replicas answer, down when none does"),
    replicas: z.array(Replica).describe("Every replica; of the gateway only the one that answers"),
    outbox: Outbox.nullable().describe("Its events on their way to the gateway; null when it is down"),
    mail: Mail.nullable().describe("Its e-mails; null where it sends none, or is down"),
  })
  .meta({ id: "ServiceHealth" });

/** How the deployment is. */
export const DeploymentHealth = z
  .object({
    date: z.string().describe("Domain time of the answer, ISO 8601 UTC"),
    services: z.array(ServiceHealth).describe("The gateway and the services behind it"),
    notifications: z
      .object({
        due: count("Notifications that are to be sent now; counted to 100 000"),
        later: count("Notifications whose next attempt is to come"),
        missed: count("Notifications that were given up, for two days"),
        oldest_due_seconds: seconds("For how long the one that is due longest has been due"),
        retries: z
          .array(
            z.object({
              attempts: count("Attempts made"),
              count: count("Notifications that were tried so often"),
            }),
          )
          .describe("Those that failed and will be tried again"),
      })
      .describe("The queue of notifications"),
  })
  .meta({ id: "DeploymentHealth" });
export type DeploymentHealth = z.output<typeof DeploymentHealth>;
