import { AsyncLocalStorage } from "node:async_hooks";
import { currentFrame, outsideTransactions } from "./ambient.ts";
import { DatabaseUnavailable, isCancelled } from "./errors.ts";

/** How calls are gathered. */
export interface Gathering {
  /** Runs under way at once; what comes meanwhile waits for the next. */
  readonly atOnce: number;
  /** Most calls of one run. */
  readonly most: number;
}

interface Waiting<Call, Result> {
  readonly call: Call;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Calls that will run together. */
interface Round<Call, Result> {
  /** Does work as part of what the first of them is part of: its request, its trace. */
  readonly within: (work: () => void) => void;
  readonly calls: Waiting<Call, Result>[];
}

/**
 * Makes one statement of the calls that come in one turn of the event loop, or while others are under way: alone, a call runs
 * at the end of its turn; under load one round trip and one commit serve many. A run begins after each of its calls, so what
 * a call reads is never older than the call.
 * `run` gives a result per call, in their order, and does all or nothing: when it fails, unless because the server cannot be
 * reached or has no more time, each call runs again alone, so that none fails for another's sake. Inside a transaction of
 * `database` a call runs alone, as part of it. A run's trace and metrics belong to its first call.
 */
export function gathering<Call, Result>(
  database: object,
  { atOnce, most }: Gathering,
  run: (calls: readonly Call[]) => Promise<readonly Result[]>,
): (call: Call) => Promise<Result> {
  const rounds: Round<Call, Result>[] = [];
  let running = 0;
  /** Whether runs begin at the end of this turn: with the first of what arrived together, its others would wait for it. */
  let due = false;

  const alone = async (call: Call): Promise<Result> => {
    const [result] = await run([call]);
    // A result per call: whoever gives none for the only one breaks the promise made above.
    return result as Result;
  };
  const together = async (present: readonly Waiting<Call, Result>[]): Promise<void> => {
    try {
      const results = await run(present.map(({ call }) => call));
      for (const [index, { resolve }] of present.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (present.length === 1 || isOfTheServer(error)) for (const { reject } of present) reject(error);
      else await Promise.all(present.map(({ call, resolve, reject }) => alone(call).then(resolve, reject)));
    }
  };
  const begin = (): void => {
    due = false;
    while (running < atOnce) {
      const round = rounds.shift();
      if (!round) return;
      running += 1;
      round.within(() => void outsideTransactions(() => together(round.calls)).finally(ended));
    }
  };
  const beginSoon = (): void => {
    if (due || running >= atOnce || rounds.length === 0) return;
    due = true;
    setImmediate(begin);
  };
  const ended = (): void => {
    running -= 1;
    beginSoon();
  };
  const roundWithRoom = (): Round<Call, Result> => {
    const last = rounds.at(-1);
    if (last && last.calls.length < most) return last;
    const round = { within: AsyncLocalStorage.snapshot(), calls: [] };
    rounds.push(round);
    return round;
  };
  return (call) => {
    if (currentFrame(database)) return alone(call);
    return new Promise((resolve, reject) => {
      roundWithRoom().calls.push({ call, resolve, reject });
      beginSoon();
    });
  };
}

/**
 * Reads by ids, gathered: `find` is asked once for the ids of many calls. Each call gets what there is of its own ids, in their
 * order, once.
 */
export function gatheringByIds<Id, Found>(
  database: object,
  find: (ids: readonly Id[]) => Promise<ReadonlyMap<Id, Found>>,
  { atOnce = 4, most = 50 }: Partial<Gathering> = {},
): (ids: readonly Id[]) => Promise<Found[]> {
  return gathering(database, { atOnce, most }, async (calls: readonly (readonly Id[])[]) => {
    const found = await find([...new Set(calls.flat())]);
    const present = (id: Id): Found[] => {
      const one = found.get(id);
      return one === undefined ? [] : [one];
    };
    return calls.map((ids) => [...new Set(ids)].flatMap(present));
  });
}

const isOfTheServer = (error: unknown): boolean => error instanceof DatabaseUnavailable || isCancelled(error);
