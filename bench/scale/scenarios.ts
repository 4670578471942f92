import { seededRandom } from "../../apps/catalog-service/src/discovery/model/features/seeded-random.ts";
import type { Measured } from "./measured.ts";
import type { Operation } from "./operations.ts";
import { valueAt, withMean } from "./simulate/quantiles.ts";
import { type Clients, type Outcome, type Plan, patient, simulate } from "./simulate/simulate.ts";
import type { Station } from "./simulate/station.ts";

/** A part of the deployment: some processes of services, and cores of Postgres in proportion. */
export interface Cell {
  stations: [services: Station, postgres: Station];
  /** Requests a second that keep the busier of both at a load of 1. */
  fullPerSecond: number;
  work: (random: () => number) => () => readonly number[];
}

const seed = 27;

/** The cell of so many processes. Requests are drawn from the mix, with measured times. */
export function cellOf(operations: readonly Operation[], { timesOf }: Measured, processes: number): Cell {
  const total = operations.reduce((sum, { perDay }) => sum + perDay, 0);
  let below = 0;
  const kinds = operations.map(({ perDay, cost, shape }) => {
    below += perDay / total;
    const [services, postgres] = [cost.servicesMs, cost.databaseMs].map((ms) =>
      withMean(timesOf(shape), ms / 1_000),
    );
    return { upTo: below, share: perDay / total, cost, services, postgres };
  });
  const mean = (ms: (kind: (typeof kinds)[number]) => number) =>
    kinds.reduce((sum, kind) => sum + (kind.share * ms(kind)) / 1_000, 0);
  const [services, postgres] = [mean(({ cost }) => cost.servicesMs), mean(({ cost }) => cost.databaseMs)];
  const cores = Math.max(1, Math.round((processes * postgres) / services));
  return {
    stations: [
      { servers: processes, queues: "each" },
      { servers: cores, queues: "shared" },
    ],
    fullPerSecond: Math.min(processes / services, cores / postgres),
    work: (random) => () => {
      const drawn = random();
      const kind = kinds.find(({ upTo }) => drawn < upTo) ?? kinds.at(-1);
      // A request that is slow in a service has much to read as well.
      const slow = random();
      return kind ? [kind.services, kind.postgres].map((times) => (times ? valueAt(times, slow) : 0)) : [];
    },
  };
}

function planOf(cell: Cell, load: number, changed: Partial<Plan>): Plan {
  const random = seededRandom(seed);
  const perSecond = load * cell.fullPerSecond;
  return {
    stations: cell.stations,
    work: cell.work(random),
    rate: () => perSecond,
    maxPerSecond: perSecond,
    seconds: 20,
    clients: patient,
    random,
    ...changed,
  };
}

/** Latencies in milliseconds of the requests that were first sent between two moments. */
export function latenciesOf({ answered, failed }: Outcome, from = 0, to = Number.POSITIVE_INFINITY) {
  const within = ({ sentAt }: { sentAt: number }) => sentAt >= from && sentAt < to;
  const took = answered.filter(within).map((answer) => answer.took * 1_000);
  const sorted = Float64Array.from(took).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  const lost = failed.filter(within).length;
  return {
    p50: at(0.5),
    p99: at(0.99),
    p999: at(0.999),
    failedShare: lost / Math.max(1, lost + took.length),
  };
}

/** Latencies at a steady load. With `shared` the processes had one queue, which no gateway gives them. */
export function steady(cell: Cell, load: number, queues: Station["queues"] = "each") {
  const [services, postgres] = cell.stations;
  return latenciesOf(simulate(planOf(cell, load, { stations: [{ ...services, queues }, postgres] })));
}

/**
 * A day with mean 1 by the hour: a wave with its height at eight in the evening, and a sale of about half an
 * hour at nine that reaches `peak`.
 */
export function dayRate(peak: number): (hour: number) => number {
  const [swing, saleHours] = [0.6, 0.2];
  const wave = (hour: number) => 1 + swing * Math.cos((2 * Math.PI * (hour - 20)) / 24);
  const sale = (hour: number) => Math.exp(-(((hour - 21) / saleHours) ** 2) / 2);
  // Both heights follow from the mean and from the peak.
  const saleMean = (saleHours * Math.sqrt(2 * Math.PI)) / 24;
  const height = (peak - wave(21)) / (1 - wave(21) * saleMean);
  const base = 1 - height * saleMean;
  return (hour) => base * wave(hour) + height * sale(hour);
}

/** Seconds that stand for an hour: queues forget within one what was before. */
const secondsPerHour = 12;

/** A day whose peak is at `load`. */
export function day(cell: Cell, { load, peak }: { load: number; peak: number }) {
  const rate = dayRate(peak);
  const mean = (load * cell.fullPerSecond) / peak;
  const outcome = simulate(
    planOf(cell, load, {
      rate: (second) => mean * rate(second / secondsPerHour),
      // The wave moves the highest point a little from nine.
      maxPerSecond: 1.01 * load * cell.fullPerSecond,
      seconds: 24 * secondsPerHour,
    }),
  );
  return (from: number, to: number) => ({
    ofMean: rate((from + to) / 2),
    ...latenciesOf(outcome, from * secondsPerHour, to * secondsPerHour),
  });
}

/** Clients of a failover, and whether services refuse what they ask meanwhile. */
export const audiences: Readonly<Record<string, { clients: Clients; refuses: boolean }>> = {
  "wait as long as it takes": { clients: patient, refuses: false },
  "give up after 10 s": {
    clients: { timeoutSeconds: 10, retries: 0, firstPauseSeconds: 1 },
    refuses: false,
  },
  "give up after 10 s, three more times": {
    clients: { timeoutSeconds: 10, retries: 3, firstPauseSeconds: 1 },
    refuses: false,
  },
  "are refused (503), three more times": { clients: { retries: 3, firstPauseSeconds: 1 }, refuses: true },
  "are refused (503), six more times": { clients: { retries: 6, firstPauseSeconds: 1 }, refuses: true },
};

const failsAt = 5;
/** How long it is looked at after its end. */
const watchedSeconds = 60;

/** Postgres is away for some seconds. */
export function failover(
  cell: Cell,
  { load, seconds, clients, refuses }: { load: number; seconds: number; clients: Clients; refuses: boolean },
) {
  const [services, postgres] = cell.stations;
  const back = failsAt + seconds;
  const outage = { at: failsAt, seconds, refuses };
  const until = back + watchedSeconds;
  const outcome = simulate(
    planOf(cell, load, { stations: [services, { ...postgres, outage }], seconds: until, clients }),
  );
  const backlogUntil = outcome.backlogUntil[1] ?? 0;
  const requests = outcome.answered.length + outcome.failed.length;
  return {
    ...latenciesOf(outcome, failsAt, back),
    sentPerRequest: outcome.sent / requests,
    /** Seconds after the end of the outage, as long as it is looked at. */
    backlogSeconds: Math.max(0, Math.min(backlogUntil, until) - back),
    ended: backlogUntil < until,
    failedAfter: latenciesOf(outcome, back).failedShare,
  };
}
