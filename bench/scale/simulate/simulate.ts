import TinyQueue from "tinyqueue";
import { openStation, type Station } from "./station.ts";

/** How clients behave. Without a timeout they wait as long as it takes. */
export interface Clients {
  timeoutSeconds?: number;
  /** How often a request that failed is sent again; each time twice as long after it failed as before. */
  retries: number;
  firstPauseSeconds: number;
}

export const patient: Clients = { retries: 0, firstPauseSeconds: 0 };

/** What is simulated: an open network of stations, each request visits them in their order. */
export interface Plan {
  stations: readonly Station[];
  /** Seconds of work of the next request at each station. */
  work: () => readonly number[];
  /** Requests a second at a moment, and a bound of it. */
  rate: (second: number) => number;
  maxPerSecond: number;
  /** Requests arrive for so long; then those under way end. */
  seconds: number;
  clients: Clients;
  /** Numbers in [0, 1). */
  random: () => number;
}

/** What became of the requests. Times are in seconds; a request that is sent again counts once. */
export interface Outcome {
  answered: { sentAt: number; took: number }[];
  failed: { sentAt: number }[];
  /** All requests that were sent, repetitions included. */
  sent: number;
  /** By station: when its backlog was last above a second of its work. */
  backlogUntil: readonly number[];
}

interface Request {
  sentAt: number;
  work: readonly number[];
  repetitions: number;
}

/** A discrete-event simulation: a heap of events by their time, arrivals of a Poisson process. */
export function simulate(plan: Plan): Outcome {
  const { work, rate, maxPerSecond, seconds, clients, random } = plan;
  const events = new TinyQueue<{ at: number; run: () => void }>([], (a, b) => a.at - b.at);
  let now = 0;
  const after = (delay: number, run: () => void) => void events.push({ at: now + delay, run });
  const stations = plan.stations.map((station) => openStation(station, { now: () => now, after }));
  const outcome: Outcome = { answered: [], failed: [], sent: 0, backlogUntil: [] };

  function send(request: Request): void {
    outcome.sent += 1;
    let over = false;
    const end = (answered: boolean) => {
      // A client that went away does not hear the answer; the work for it was done all the same.
      if (over) return;
      over = true;
      if (answered) outcome.answered.push({ sentAt: request.sentAt, took: now - request.sentAt });
      else repeat(request);
    };
    const visit = (number: number): void => {
      const station = stations[number];
      if (!station) {
        end(true);
        return;
      }
      const job = {
        seconds: request.work[number] ?? 0,
        done: () => visit(number + 1),
        refused: () => end(false),
      };
      if (job.seconds === 0) job.done();
      else station.take(job);
    };
    visit(0);
    if (!over && clients.timeoutSeconds !== undefined) after(clients.timeoutSeconds, () => end(false));
  }

  function repeat(request: Request): void {
    if (request.repetitions === clients.retries) return void outcome.failed.push({ sentAt: request.sentAt });
    const pause = clients.firstPauseSeconds * 2 ** request.repetitions;
    request.repetitions += 1;
    // Spread, because clients that failed together must not come back together.
    after(pause * (0.5 + random()), () => send(request));
  }

  // A rate that changes, by thinning (Lewis and Shedler): arrivals of the highest rate, of which some count.
  function arrive(): void {
    if (now >= seconds) return;
    if (random() * maxPerSecond < rate(now)) send({ sentAt: now, work: work(), repetitions: 0 });
    after(exponential(random) / maxPerSecond, arrive);
  }

  after(exponential(random) / maxPerSecond, arrive);
  for (let event = events.pop(); event; event = events.pop()) {
    now = event.at;
    event.run();
  }
  return { ...outcome, backlogUntil: stations.map((station) => station.backlogUntil()) };
}

/** A draw from the exponential distribution of mean 1. */
export const exponential = (random: () => number): number => -Math.log(1 - random());
