import type { AnyPrismaClient, Database } from "./database.ts";

// One channel carries all topics of a database: a process listens once, however many caches it has.
export const channel = "invalidations";

/** Postgres refuses a notice of 8000 bytes or more. */
const longestNotice = 7_999;

/**
 * Notifies every listening process (`openInvalidations`) that `key` is stale in its caches; without a key,
 * the whole topic. Sent when the present transaction commits; at once outside of any. A topic is a word
 * without a colon. A key that is too long for a notice counts as absent.
 */
export async function invalidate(
  database: Pick<Database<AnyPrismaClient>, "execute">,
  topic: string,
  key?: string,
): Promise<void> {
  if (topic === "" || topic.includes(":")) throw new Error(`"${topic}" is no topic of invalidations`);
  const notice = key === undefined ? topic : `${topic}:${key}`;
  const text = Buffer.byteLength(notice) > longestNotice ? topic : notice;
  await database.execute("SELECT pg_notify($1, $2)", [channel, text]);
}

export interface Notice {
  topic: string;
  /** Absent: everything of the topic. */
  key: string | undefined;
}

/** Reads what `invalidate` wrote. */
export function noticeOf(text: string): Notice {
  const colon = text.indexOf(":");
  return colon < 0
    ? { topic: text, key: undefined }
    : { topic: text.slice(0, colon), key: text.slice(colon + 1) };
}
