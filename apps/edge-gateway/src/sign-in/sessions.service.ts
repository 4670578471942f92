import { randomBytes, randomUUID } from "node:crypto";
import { dayMs } from "@marketplace/conventions";
import type { Clock } from "@marketplace/server";
import { hashOf } from "../tokens/token-text.rules.ts";
import { dueFor, formerTokenMs, isOver, type SessionLimits, since } from "./session.rules.ts";
import type { SessionRow, SessionsRepo } from "./sessions.repo.ts";

/** A session that goes on. */
export interface Session {
  /** Stays the same when the token changes. */
  id: string;
  userId: number;
  /** How the user signed in: `password`, … */
  method: string;
  /** The step that the sign-in still waits for; nobody is signed in before. */
  awaiting: string | null;
}

export interface Opening {
  userId: number;
  method: string;
  awaiting?: string | undefined;
  /** The stored password that was verified. */
  password?: string | undefined;
  /** The link to a person at an issuer by which the user came. */
  identityId?: number | undefined;
  /** The browser's token so far. */
  browser?: string | undefined;
}

/** The tokens of a new session: of itself, and of the browser that now is known. */
export interface Opened {
  session: string;
  browser: string | undefined;
}

export type Sessions = ReturnType<typeof createSessions>;

/** Browsers are forgotten when nobody has signed in with them for so long. */
const browserMs = 90 * dayMs;

/** A random token of 256 bits, for a cookie. */
export const mintToken = (): string => randomBytes(32).toString("base64url");

interface Parts {
  repo: SessionsRepo;
  clock: Clock;
  limits: SessionLimits;
  transaction<T>(work: () => Promise<T>): Promise<T>;
}

/** Sessions of users at the sign-in pages. */
export function createSessions({ repo, clock, limits, transaction }: Parts) {
  const renewed = async (token: string, now: Date): Promise<string | undefined> => {
    const next = mintToken();
    return (await repo.rotate(hashOf(token), hashOf(next), now)) ? next : undefined;
  };
  const known = async (userId: number, browser: string | undefined, now: Date): Promise<string> => {
    const next = mintToken();
    await repo.knowBrowser(userId, { ...(browser && { from: hashOf(browser) }), to: hashOf(next), now });
    return next;
  };
  return {
    /**
     * The session of a token. With `token`, the browser gets that one from now on. A token that comes back a
     * minute after its successor was made was copied, or an answer was lost: its session ends.
     */
    async find(token: string): Promise<{ session: Session; token?: string } | undefined> {
      const row = await repo.find(hashOf(token));
      if (!row) return undefined;
      const now = clock.now();
      const isStale = !row.is_current && since(row.rotated_at, now) > formerTokenMs;
      if (isStale || isOver(row, now, limits)) {
        await repo.end(row.id);
        return undefined;
      }
      const due = row.is_current ? dueFor(row, now, limits) : "none";
      if (due === "note") await repo.note(row.id, now);
      const next = due === "token" ? await renewed(token, now) : undefined;
      return { session: sessionOf(row), ...(next && { token: next }) };
    },

    /**
     * Begins a session; `undefined` when the user may not sign in any more. A browser that completes a
     * sign-in gets a new token, too: one that somebody planted beforehand is not known afterwards.
     */
    async start({ browser, ...opening }: Opening): Promise<Opened | undefined> {
      const now = clock.now();
      const token = mintToken();
      const { userId, awaiting } = opening;
      const added = { ...opening, id: randomUUID(), tokenHash: hashOf(token), now };
      return transaction(async () => {
        if (!(await repo.add({ ...added, awaiting: awaiting ?? null }))) return undefined;
        if (awaiting !== undefined) return { session: token, browser: undefined };
        return { session: token, browser: await known(userId, browser, now) };
      });
    },

    /**
     * Completes a session whose user has done the step that it waited for, as `start` begins one. `undefined`
     * when it ended meanwhile, for instance because the user was disabled.
     */
    async complete({ id, userId, awaiting, method }: Session, browser?: string): Promise<Opened | undefined> {
      if (awaiting === null) return undefined;
      const now = clock.now();
      const token = mintToken();
      return transaction(async () => {
        const isDone = await repo.complete({ id, awaiting, tokenHash: hashOf(token), method, now });
        return isDone ? { session: token, browser: await known(userId, browser, now) } : undefined;
      });
    },

    /** Keeps a session from ending before the transaction does; false when it has ended. */
    hold: ({ id, userId }: Pick<Session, "id" | "userId">): Promise<boolean> => repo.hold(id, userId),

    end: (id: string): Promise<void> => repo.end(id),

    endByToken: (token: string): Promise<void> => repo.endByToken(hashOf(token)),

    /**
     * Ends all sessions of a user and forgets their browsers. Code that disables a user or changes their
     * password calls it after that, in the same transaction. The session `exceptId` goes on.
     */
    endAll: (userId: number, exceptId?: string): Promise<void> => repo.endAll(userId, exceptId),

    /** Deletes what has ended by itself. */
    async purge(): Promise<void> {
      const ago = (ms: number) => new Date(clock.now().getTime() - ms);
      await repo.purge({ sessions: ago(limits.idleMs), browsers: ago(browserMs) });
    },
  };
}

const sessionOf = ({ id, user_id, method, awaiting }: SessionRow): Session => ({
  id,
  userId: user_id,
  method,
  awaiting,
});
