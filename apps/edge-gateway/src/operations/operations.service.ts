import { utcTimestamp } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import type { DeploymentHealth } from "./operations.schema.ts";
import { askedServices, failureOf, type ReplicaVitals } from "./replicas.service.ts";

type Service = DeploymentHealth["services"][number];
type Replica = Service["replicas"][number];

/** How the deployment is now: every replica is asked, so the answer takes as long as the slowest one. */
export async function readHealth({ replicas, vitals, backlog, clock }: Deps): Promise<DeploymentHealth> {
  const now = clock.now();
  const [asked, { oldestDueSeconds, ...queue }] = await Promise.all([
    Promise.all(askedServices.map(async (id) => serviceOf(id, await replicas(id)))),
    backlog.read(now),
  ]);
  const self = { ...vitals(), address: null, state: "up", failure: null } as const;
  const gateway: Service = { id: "gateway", state: "up", replicas: [self], outbox: null, mail: null };
  return {
    date: utcTimestamp(now),
    services: [gateway, ...asked],
    notifications: { ...queue, oldest_due_seconds: oldestDueSeconds },
  };
}

function serviceOf(id: Service["id"], answers: readonly ReplicaVitals[]): Service {
  const replicas = answers.map(replicaOf);
  const up = replicas.filter(({ state }) => state === "up").length;
  const state = up === 0 ? "down" : up === replicas.length ? "up" : "degraded";
  // What waits is in the database that all replicas share: the first one's word is enough.
  const told = answers.flatMap(({ answer }) => (answer.status === "fulfilled" ? [answer.value] : []))[0];
  return { id, state, replicas, outbox: told?.outbox ?? null, mail: told?.mail ?? null };
}

function replicaOf({ address, answer }: ReplicaVitals): Replica {
  if (answer.status === "rejected") {
    const silent = { process: null, uptime_seconds: null, memory_bytes: null };
    return { address, ...silent, state: "down", failure: failureOf(answer.reason) };
  }
  const { process, uptime_seconds, memory_bytes } = answer.value;
  return { address, process, state: "up", failure: null, uptime_seconds, memory_bytes };
}
