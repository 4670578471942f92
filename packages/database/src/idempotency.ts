import { setTimeout as delay } from "node:timers/promises";
import type { IdempotencyScope, IdempotencyStore, KeepOnce, StoredAnswer } from "@marketplace/conventions";
import type { AnyPrismaClient, Database } from "./database.ts";
import { DatabaseUnavailable } from "./errors.ts";
import { type DomainClock, type IdempotencyKeys, idempotencyKeys, type Kept } from "./idempotency-keys.ts";

type IdempotencyOutcome = Awaited<ReturnType<IdempotencyStore["run"]>>;

interface StoredKeys extends IdempotencyStore {
  /** Deletes the keys that are over 24 hours old; gives their number. */
  purge(): Promise<number>;
}

/**
 * The store over the database's `idempotency_keys` table. A parallel duplicate waits without a connection: in
 * this process for the attempt, in another one only for its transaction. A change and the row of its key are
 * one transaction: a 2xx answer commits both, anything else, or a throw, rolls both back.
 */
export function idempotencyStore(database: Database<AnyPrismaClient>, clock: DomainClock): StoredKeys {
  const keys = idempotencyKeys(database, clock);
  const underWay = new Map<string, Promise<Kept | undefined>>();
  const run: IdempotencyStore["run"] = async (scope, attempt) => {
    const { callerId, method, path, key } = scope;
    const name = JSON.stringify([callerId, method, path, key]);
    for (let other = underWay.get(name); other; other = underWay.get(name)) {
      const kept = await other;
      if (kept) return outcomeOf(kept, scope);
    }
    const mine = runAlone({ database, keys, scope }, attempt);
    const turn = mine.then(keptBy(scope), withoutAnswer).finally(() => underWay.delete(name));
    underWay.set(name, turn);
    // Duplicates that wait get the rejection; without any it must not end the process.
    turn.catch(() => {});
    return mine;
  };
  return { run, purge: () => keys.purge() };
}

/** The outcome for duplicates that waited for an attempt. */
const keptBy =
  ({ bodyHash }: IdempotencyScope) =>
  (outcome: IdempotencyOutcome): Kept | undefined => {
    if (outcome.kind === "conflict" || !isKept(outcome.answer)) return undefined;
    return { bodyHash, answer: outcome.answer, finished: true };
  };

/** When the server is away, duplicates fail at once: one after another they would wait for minutes. */
function withoutAnswer(error: unknown): undefined {
  if (error instanceof DatabaseUnavailable) throw error;
}

/** Whether a stored answer is a request's own, or another one's with the same key. */
export const outcomeOf = ({ bodyHash, answer }: Kept, scope: IdempotencyScope): IdempotencyOutcome =>
  bodyHash === scope.bodyHash ? { kind: "stored", answer } : { kind: "conflict" };

const isKept = ({ status }: StoredAnswer): boolean => status >= 200 && status <= 299;

/** Carries an answer that must not be kept out of the transaction it rolls back. */
class Unkept extends Error {
  readonly answer: StoredAnswer;
  constructor(answer: StoredAnswer) {
    super("an answer that is not stored");
    this.answer = answer;
  }
}

/** Another process made the change of this key since we looked. */
class MadeElsewhere extends Error {}

interface Attempt {
  readonly database: Database<AnyPrismaClient>;
  readonly keys: IdempotencyKeys;
  readonly scope: IdempotencyScope;
}

async function runAlone(
  present: Attempt,
  attempt: (keep: KeepOnce) => Promise<StoredAnswer>,
): Promise<IdempotencyOutcome> {
  const { keys, scope } = present;
  const before = await finishedAnswer(keys, scope);
  if (before) return outcomeOf(before, scope);
  try {
    return { kind: "fresh", answer: await attempt(keeping(present)) };
  } catch (error) {
    if (error instanceof Unkept) return { kind: "fresh", answer: error.answer };
    if (error instanceof DatabaseUnavailable) throw error;
    // The same request in another process may have caused the error.
    const meanwhile = await finishedAnswer(keys, scope);
    if (meanwhile) return outcomeOf(meanwhile, scope);
    throw error;
  }
}

const pollMs = 50;

/** The answer that is kept for a key, once it is complete. */
export async function finishedAnswer(
  keys: IdempotencyKeys,
  scope: IdempotencyScope,
): Promise<Kept | undefined> {
  for (;;) {
    const kept = await keys.find(scope);
    if (!kept || kept.finished) return kept;
    await delay(pollMs);
  }
}

const keeping =
  ({ database, keys, scope }: Attempt): KeepOnce =>
  async (change) => {
    const { answer, finish } = await database.transaction(async () => {
      if (!(await keys.claim(scope))) throw new MadeElsewhere("the change of this key is made");
      const made = await change();
      if (!isKept(made.answer)) throw new Unkept(made.answer);
      await keys.keep(scope, made.answer, { finished: made.finish === undefined });
      return made;
    });
    if (!finish) return answer;
    const finished = await finish();
    await keys.keep(scope, finished);
    return finished;
  };
