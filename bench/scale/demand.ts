import type { Values } from "./assumptions.ts";
import type { DatabaseServer, Deployment } from "./deployment.ts";
import type { Measured } from "./measured.ts";
import { filesOf, notificationsOf, type Operation, operationsOf, storedOf } from "./operations.ts";

const daySeconds = 86_400;
const monthDays = 30;

/** A resource of a deployment: what the peak uses of it, and what there is to use. */
export interface Resource {
  engine: string;
  kind: string;
  used: number;
  capacity: number;
  unit: string;
}

/** How many times the load a resource takes, when everything grows alike. */
export const multiplierOf = ({ used, capacity }: Resource): number => capacity / used;

/** What breaks first comes first. */
export const byMultiplier = (resources: readonly Resource[]): Resource[] =>
  resources.toSorted((a, b) => multiplierOf(a) - multiplierOf(b));

export interface Demand {
  operations: readonly Operation[];
  /** Requests a second at the peak. */
  peak: (perDay: number) => number;
  resources: Resource[];
  filesTB: number;
  sentTBPerMonth: number;
  /** Memory of each replica of catalog-service, if its index were in the process. */
  embeddedIndexGB: number;
}

/** What the marketplace needs of each engine of a deployment, at the peak of a day. */
export function demandOf(of: Values, measured: Measured, deployment: Deployment): Demand {
  const operations = operationsOf(of, measured);
  const peak = (perDay: number) => (perDay * of.peakFactor) / daySeconds;
  /** A sum over requests of a second at the peak. */
  const sum = (what: (operation: Operation) => number, some = operations) =>
    some.reduce((total, operation) => total + peak(operation.perDay) * what(operation), 0);
  const cores = (some?: Operation[]) => sum(({ cost }) => cost.servicesMs / 1_000, some);
  const stored = storedOf(of, measured);
  const { limits, search } = deployment;

  const databaseResources = (server: DatabaseServer): Resource[] => {
    const engine =
      server.database === "questions" ? "Postgres, questions, largest site" : `Postgres, ${server.database}`;
    const share = server.database === "questions" ? of.largestSite : 1;
    const own = operations.filter(({ database }) => database === server.database);
    const bytes = stored[server.database] * share;
    // Sessions are of processes, and there are as many as the peak keeps busy.
    const processes = server.database === "gateway" ? deployment.gateways : cores(own) / limits.cpu;
    const perProcess = deployment.poolSize + (server.database === "gateway" ? 5 : 0);
    const all: Resource[] = [
      {
        engine,
        kind: "CPU",
        used: share * sum(({ cost }) => cost.databaseMs / 1_000, own),
        capacity: server.cores * limits.cpu,
        unit: "cores",
      },
      {
        engine,
        kind: "memory",
        used: (bytes * of.hotShare) / 1e9,
        capacity: server.memoryGB * limits.memory,
        unit: "GB",
      },
      { engine, kind: "disk", used: bytes / 1e12, capacity: server.diskTB * limits.disk, unit: "TB" },
      {
        engine,
        kind: "connections",
        used: Math.max(2, processes) * perProcess,
        capacity: server.maxConnections,
        unit: "",
      },
      {
        engine,
        kind: "write-ahead log",
        used: (share * sum(({ cost }) => cost.logBytes, own)) / 1e6,
        capacity: deployment.logMegabytes,
        unit: "MB/s",
      },
    ];
    return all.filter(({ used }) => used > 0);
  };

  const machines = deployment.processes / deployment.processesPerMachine;
  const gigabits = (bytes: number) => (bytes * 8) / 1e9;
  const network = machines * deployment.gigabitsPerMachine * limits.network;
  const searches = operations.filter(({ name }) => name === "item search");
  const changes = operations.filter(({ name }) => /^(?:change|new)/.test(name));
  const indexBytes = of.items * of.searchServerBytes * search.copies;
  const sentPerDay = operations.reduce((total, { perDay, cost }) => total + perDay * cost.answerBytes, 0);
  const resources: Resource[] = [
    {
      engine: "services",
      kind: "CPU",
      used: cores(),
      capacity: deployment.processes * limits.cpu,
      unit: "cores",
    },
    {
      engine: "services",
      kind: "network out",
      used: gigabits(sum(({ cost }) => cost.answerBytes)),
      capacity: network,
      unit: "Gbit/s",
    },
    {
      engine: "services",
      kind: "network in",
      used: gigabits(sum(({ sentBytes }) => sentBytes)),
      capacity: network,
      unit: "Gbit/s",
    },
    {
      engine: "notifications",
      kind: "deliveries",
      used: peak(notificationsOf(of)),
      capacity: of.deliveriesPerSecond,
      unit: "a second",
    },
    ...deployment.databases.flatMap(databaseResources),
    {
      engine: "OpenSearch",
      kind: "CPU",
      used: sum(() => of.searchServerMs / 1_000, searches),
      capacity: search.nodes * search.cores * limits.cpu,
      unit: "cores",
    },
    {
      engine: "OpenSearch",
      kind: "memory",
      used: (indexBytes * of.searchHotShare) / 1e9,
      // Half of a node's memory is the heap, half keeps files.
      capacity: (search.nodes * search.memoryGB * limits.memory) / 2,
      unit: "GB",
    },
    {
      engine: "OpenSearch",
      kind: "disk",
      used: indexBytes / 1e12,
      capacity: search.nodes * search.diskTB * limits.disk,
      unit: "TB",
    },
    {
      engine: "OpenSearch",
      kind: "feed, one process",
      used: sum(() => 1, changes),
      capacity: of.feedPerSecond,
      unit: "a second",
    },
  ];
  return {
    operations,
    peak,
    resources,
    filesTB: filesOf(of) / 1e12,
    sentTBPerMonth: (sentPerDay * monthDays) / 1e12,
    embeddedIndexGB: (of.items * of.indexBytes) / 1e9,
  };
}
