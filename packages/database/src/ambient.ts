import { AsyncLocalStorage } from "node:async_hooks";
import type { Session } from "./session.ts";

/** One open transaction, or one nested in it. */
export interface Frame {
  readonly session: Session;
  readonly parent: Frame | undefined;
  readonly afterCommit: Array<() => void | Promise<void>>;
  /** False once it ended: a promise that outlives its transaction must not use it. */
  open: boolean;
  /** The end of the last nested transaction. Siblings take turns, because savepoints nest like brackets. */
  turn: Promise<unknown>;
}

export function newFrame(session: Session, parent?: Frame): Frame {
  return { session, parent, afterCommit: [], open: true, turn: Promise.resolve() };
}

// One storage for all databases of the process: `outsideTransactions` must leave the transactions of each.
const storage = new AsyncLocalStorage<ReadonlyMap<object, Frame>>();

/** The innermost open frame of this database in the present asynchronous context. */
export function currentFrame(database: object): Frame | undefined {
  let frame = storage.getStore()?.get(database);
  while (frame && !frame.open) frame = frame.parent;
  return frame;
}

/** Runs `work` with `frame` as the present transaction of `database`; closes the frame at its end. */
export async function runInFrame<T>(database: object, frame: Frame, work: () => Promise<T>): Promise<T> {
  try {
    return await storage.run(new Map([...(storage.getStore() ?? []), [database, frame]]), work);
  } finally {
    frame.open = false;
  }
}

/**
 * Runs `work` outside of all open transactions, of any database: for calls to another service in the same
 * process, which must not join the caller's transaction, and for work that outlives it.
 */
export function outsideTransactions<T>(work: () => T): T {
  return storage.exit(work);
}
