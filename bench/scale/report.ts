import { billOf } from "./bill.ts";
import { byMultiplier, type Demand, multiplierOf } from "./demand.ts";
import type { Deployment } from "./deployment.ts";
import type { Measured } from "./measured.ts";
import { audiences, cellOf, day, failover, steady } from "./scenarios.ts";
import { figure, percent, textTable } from "./text-table.ts";

/** What each kind of request costs, and how often it comes. */
export function operationsTable({ operations, peak }: Demand): string {
  const coresOf = (perDay: number, ms: number) => figure((peak(perDay) * ms) / 1_000);
  const rows = operations.map(({ name, perDay, cost }) => [
    name,
    figure(perDay / 1e6),
    figure(peak(perDay)),
    figure(cost.servicesMs),
    figure(cost.databaseMs),
    coresOf(perDay, cost.servicesMs),
    coresOf(perDay, cost.databaseMs),
  ]);
  const sum = (what: (operation: Demand["operations"][number]) => number) =>
    operations.reduce((total, operation) => total + what(operation), 0);
  const totals = [
    "all",
    figure(sum(({ perDay }) => perDay) / 1e6),
    figure(sum(({ perDay }) => peak(perDay))),
    "",
    "",
    figure(sum(({ perDay, cost }) => (peak(perDay) * cost.servicesMs) / 1_000)),
    figure(sum(({ perDay, cost }) => (peak(perDay) * cost.databaseMs) / 1_000)),
  ];
  const head = [
    "request",
    "million a day",
    "peak/s",
    "ms services",
    "ms Postgres",
    "cores",
    "cores of Postgres",
  ];
  return textTable(head, [...rows, totals]);
}

/** What the peak uses of each resource; what breaks first comes first. */
export function resourcesTable({ resources }: Demand): string {
  const rows = byMultiplier(resources).map((resource) => [
    `${resource.engine}: ${resource.kind}`,
    `${figure(resource.used)} ${resource.unit}`.trim(),
    `${figure(resource.capacity)} ${resource.unit}`.trim(),
    `x ${figure(multiplierOf(resource))}`,
  ]);
  return textTable(["resource", "at the peak", "there is", "used up at"], rows);
}

export function billTable(deployment: Deployment, demand: Demand): string {
  const charges = billOf(deployment, demand);
  const total = charges.reduce((sum, { dollars }) => sum + dollars, 0);
  const rows = [...charges, { what: "all", dollars: total }].map(({ what, dollars }) => [
    what,
    figure(dollars),
  ]);
  return textTable(["a month", "US dollars"], rows);
}

const loads = [0.5, 0.7, 0.9];
const ms = (value: number): string => `${figure(value)} ms`;

/** Latencies at steady loads. */
export function loadTable(demand: Demand, measured: Measured): string {
  const cell = cellOf(demand.operations, measured, 8);
  const rows = loads.map((load) => {
    const [each, shared] = [steady(cell, load), steady(cell, load, "shared")];
    return [percent(load), ms(each.p50), ms(each.p99), ms(each.p999), ms(shared.p50), ms(shared.p99)];
  });
  return textTable(["load", "p50", "p99", "p99.9", "p50, one queue", "p99, one queue"], rows);
}

export function dayTable(demand: Demand, measured: Measured, peak: number): string {
  const between = day(cellOf(demand.operations, measured, 8), { load: 0.7, peak });
  const rows = (
    [
      ["five to six", 5, 6],
      ["noon to one", 12, 13],
      ["seven to eight in the evening", 19, 20],
      ["the height of the sale, at nine", 20.9, 21.1],
      ["the day", 0, 24],
    ] as const
  ).map(([name, from, to]) => {
    const { ofMean, p50, p99 } = between(from, to);
    return [name, to - from === 24 ? "1" : figure(ofMean), ms(p50), ms(p99)];
  });
  return textTable(["hour", "of the mean", "p50", "p99"], rows);
}

/** What requests that are sent while Postgres is away see. */
export function failoverTable(demand: Demand, measured: Measured, seconds: number): string {
  const cell = cellOf(demand.operations, measured, 3);
  const rows = loads.flatMap((load) =>
    Object.entries(audiences).map(([name, audience]) => {
      const seen = failover(cell, { load, seconds, ...audience });
      const backlog = `${seen.ended ? "" : "over "}${figure(seen.backlogSeconds)} s`;
      return [
        `${percent(load)}, ${name}`,
        ms(seen.p50),
        ms(seen.p99),
        percent(seen.failedShare),
        percent(seen.failedAfter),
        figure(seen.sentPerRequest),
        backlog,
      ];
    }),
  );
  const head = [
    "load, clients",
    "p50 answered",
    "p99 answered",
    "failed",
    "failed after",
    "sent",
    "backlog after",
  ];
  return textTable(head, rows);
}
