/** How long sessions last, in milliseconds. */
export interface SessionLimits {
  /** Without use. */
  idleMs: number;
  /** From the sign-in, whatever the use. */
  lifetimeMs: number;
}

/** The times of a session, and the step it still waits for. */
export interface SessionTimes {
  created_at: Date;
  seen_at: Date;
  rotated_at: Date;
  awaiting: string | null;
}

/** A session that waits for its second step waits this long. */
const awaitingMs = 10 * 60_000;

/** A session in use gets a new token this often. */
export const rotateAfterMs = 10 * 60_000;

/** The token before is still taken this long: of requests side by side only one brings the new token. */
export const formerTokenMs = 60_000;

/** Whether a session has ended by itself. */
export function isOver(session: SessionTimes, now: Date, { idleMs, lifetimeMs }: SessionLimits): boolean {
  const longest = session.awaiting === null ? lifetimeMs : Math.min(lifetimeMs, awaitingMs);
  return since(session.seen_at, now) >= idleMs || since(session.created_at, now) >= longest;
}

/** What is due when a session is used: a new token, a note that it was seen, or nothing. */
export function dueFor(
  session: SessionTimes,
  now: Date,
  { idleMs }: SessionLimits,
): "token" | "note" | "none" {
  if (since(session.rotated_at, now) >= rotateAfterMs) return "token";
  // Not at each request: a session is read more often than it has to be written.
  return since(session.seen_at, now) >= Math.min(60_000, idleMs / 10) ? "note" : "none";
}

export const since = (moment: Date, now: Date): number => now.getTime() - moment.getTime();
