import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../apps/catalog-service/src/discovery/model/features/seeded-random.ts";
import { exponential, type Plan, patient, simulate } from "./simulate.ts";

const serviceSeconds = 0.01;
const batches = 20;

/** A station of c servers with Poisson arrivals at a share of its capacity. */
function planOf(
  share: number,
  { servers = 1, seed = 1, ...changed }: Partial<Plan> & { servers?: number; seed?: number } = {},
): Plan {
  const random = seededRandom(seed);
  const perSecond = (share * servers) / serviceSeconds;
  return {
    stations: [{ servers, queues: "shared" }],
    work: () => [serviceSeconds * exponential(random)],
    rate: () => perSecond,
    maxPerSecond: perSecond,
    seconds: 4_000 / servers,
    clients: patient,
    random,
    ...changed,
  };
}

/** Mean seconds in the system, and its standard error by batch means: neighbors in a queue are alike. */
function meanTime(plan: Plan) {
  const took = simulate(plan)
    .answered.toSorted((a, b) => a.sentAt - b.sentAt)
    .map((answer) => answer.took);
  const size = Math.floor(took.length / batches);
  const means = Array.from({ length: batches }, (_, n) => mean(took.slice(n * size, (n + 1) * size)));
  const all = mean(means);
  const variance = means.reduce((sum, one) => sum + (one - all) ** 2, 0) / (batches - 1);
  return { mean: all, error: Math.sqrt(variance / batches) };
}
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Within four standard errors, which are small themselves. */
function agrees(measured: ReturnType<typeof meanTime>, theory: number): void {
  expect(measured.error).toBeLessThan(theory * 0.06);
  expect(Math.abs(measured.mean - theory)).toBeLessThan(4 * measured.error);
}

describe("the simulation agrees with queueing theory", () => {
  it.each([0.5, 0.7, 0.9])("M/M/1 at a load of %s", (load) => {
    agrees(meanTime(planOf(load)), serviceSeconds / (1 - load));
  });

  it.each([0.5, 0.7, 0.9])("M/D/1 at a load of %s (Pollaczek and Khinchine)", (load) => {
    const waiting = (load * serviceSeconds) / (2 * (1 - load));
    agrees(meanTime(planOf(load, { work: () => [serviceSeconds] })), serviceSeconds + waiting);
  });

  it("M/M/4 at a load of 0.8 (Erlang C)", () => {
    const [servers, load] = [4, 0.8];
    const offered = servers * load;
    const terms = [1, offered, offered ** 2 / 2, offered ** 3 / 6];
    const full = offered ** 4 / 24 / (1 - load);
    const waits = full / (full + terms.reduce((sum, term) => sum + term, 0));
    agrees(
      meanTime(planOf(load, { servers })),
      serviceSeconds + (waits * serviceSeconds) / (servers * (1 - load)),
    );
  });

  it("two M/M/1 after one another are independent (Jackson)", () => {
    const plan = planOf(0.6);
    const work = () => [...plan.work(), ...plan.work()];
    const stations = [...plan.stations, ...plan.stations];
    agrees(meanTime({ ...plan, stations, work }), (2 * serviceSeconds) / (1 - 0.6));
  });

  it("a queue for each server waits longer than one for all", () => {
    const each = planOf(0.7, { servers: 8, stations: [{ servers: 8, queues: "each" }] });
    expect(meanTime(each).mean).toBeGreaterThan(1.5 * meanTime(planOf(0.7, { servers: 8 })).mean);
  });
});

describe("an outage", () => {
  const outages = (refuses: boolean) => ({
    stations: [{ servers: 1, queues: "shared" as const, outage: { at: 100, seconds: 20, refuses } }],
  });
  const during = (changed: Partial<Plan>, refuses = false) =>
    simulate(planOf(0.5, { seconds: 300, ...outages(refuses), ...changed }));

  it("leaves a backlog, which the idle part of the servers works off", () => {
    const { backlogUntil, failed, answered } = during({});
    expect(failed).toEqual([]);
    // Twenty seconds of half a load are worked off in another twenty.
    const [until = 0] = backlogUntil;
    expect(until).toBeGreaterThan(135);
    expect(until).toBeLessThan(145);
    expect(Math.max(...answered.map(({ took }) => took))).toBeGreaterThan(19);
  });

  it("fails requests whose clients do not wait, and their work is done for nobody", () => {
    const clients = { timeoutSeconds: 5, retries: 0, firstPauseSeconds: 1 };
    const { failed, answered, backlogUntil } = during({ clients });
    expect(failed.length).toBeGreaterThan(500);
    expect(Math.max(...answered.map(({ took }) => took))).toBeLessThanOrEqual(5 + 1e-9);
    expect(backlogUntil[0]).toBeGreaterThan(135);
  });

  it("fails fewer requests when clients repeat, as long as there is room for the repetitions", () => {
    const clients = { timeoutSeconds: 5, retries: 3, firstPauseSeconds: 2 };
    const quiet = (retries: number) =>
      during({ ...planOf(0.2, { seconds: 300 }), ...outages(false), clients: { ...clients, retries } });
    const [once, repeated] = [quiet(0), quiet(3)];
    expect(repeated.failed.length).toBeLessThan(once.failed.length);
    expect(repeated.sent).toBeGreaterThan(repeated.answered.length + repeated.failed.length);
    expect(repeated.backlogUntil[0]).toBeGreaterThan(once.backlogUntil[0] ?? 0);
  });

  it("never ends when repetitions alone are more than the servers can do", () => {
    // Half a load, four times: the work of each is done for a client that has gone.
    const clients = { timeoutSeconds: 5, retries: 3, firstPauseSeconds: 2 };
    const { backlogUntil, failed } = during({ clients });
    expect(backlogUntil[0]).toBeGreaterThan(300);
    expect(failed.length).toBeGreaterThan(during({ clients: { ...clients, retries: 0 } }).failed.length);
  });

  it("that refuses leaves no backlog, and repetitions find it over", () => {
    const clients = { retries: 6, firstPauseSeconds: 1 };
    const { failed, backlogUntil, answered } = during({ clients }, true);
    expect(failed).toEqual([]);
    expect(backlogUntil[0]).toBeLessThan(140);
    expect(answered.length).toBeGreaterThan(14_000);
    expect(during({ clients: patient }, true).failed.length).toBeGreaterThan(500);
  });
});

it("equal seeds give equal outcomes, other seeds others", () => {
  const run = (seed: number) => simulate(planOf(0.7, { seed, seconds: 20 }));
  expect(run(1)).toEqual(run(1));
  expect(run(1)).not.toEqual(run(2));
});

it("a rate that changes is followed", () => {
  const { answered } = simulate(planOf(0.5, { seconds: 1_000, rate: (second) => (second < 500 ? 10 : 50) }));
  const early = answered.filter(({ sentAt }) => sentAt < 500).length;
  // Four standard deviations of a Poisson count.
  expect(Math.abs(early - 5_000)).toBeLessThan(4 * Math.sqrt(5_000));
  expect(Math.abs(answered.length - early - 25_000)).toBeLessThan(4 * Math.sqrt(25_000));
});
