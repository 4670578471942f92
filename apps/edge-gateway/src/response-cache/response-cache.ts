import type { Conventions } from "@marketplace/conventions";
import type { SystemClock } from "@marketplace/server";
import type { ServiceName } from "../edge/route-table.ts";

/** Hears what changes in a service: what is kept of its answers goes at once. */
export interface Feed {
  /** Whether every change is heard of at present; while not, nothing of the service is kept or given. */
  readonly live: boolean;
  /** Calls back with the name of what changed, without one when anything may have; answers how to end it. */
  on(changed: (name?: string) => void): () => void;
}

/** An answer as it was sent, and may be sent again. */
export interface Answer {
  /** Names and values in turn, in the order and spelling in which they were sent. */
  headers: readonly string[];
  body: Buffer;
  etag: string | undefined;
  /** The template of the path. */
  route: string;
  /** Whose line and measurement it is. */
  owner: Conventions;
}

export interface Kept extends Omit<Answer, "body"> {
  /** Bytes; short ones as Latin-1 text, which leaves with its headers in one write. */
  body: Buffer | string;
  service: ServiceName;
  names: readonly string[];
  /** Changes counted when its request began. */
  begunAt: number;
  /** By the monotonic clock, in milliseconds. */
  until: number;
  /** By the monotonic clock, in milliseconds: the moment its place in the order of use tells of. */
  usedAt: number;
  size: number;
  /** Where among the headers the values stand that belong to one request; -1 when they do not. */
  requestIdAt: number;
  dateAt: number;
}

/** The moment at which a request began: what changed after it makes its answer unfit to be kept. */
export interface Beginning {
  service: ServiceName;
  begunAt: number;
}

export interface ResponseCache {
  /** Hears of the changes of a service from now on; answers of one that is not followed are never kept. */
  follow(service: ServiceName, feed: Feed): void;
  /** The moment a request begins; `undefined` while nothing of its service may be kept. */
  begin(service: ServiceName): Beginning | undefined;
  keep(
    target: string,
    answer: Answer,
    terms: { beginning: Beginning; seconds: number; names: readonly string[] },
  ): void;
  /** What may be answered to this request target now. */
  find(target: string): Kept | undefined;
  /** Drops what is kept of a service under a name; without one all of it. */
  drop(service: ServiceName, name?: string): void;
  /** Bytes in use. */
  readonly size: number;
  close(): void;
}

interface Limits {
  /** All answers together, and the largest, in bytes. */
  maxBytes?: number;
  maxAnswerBytes?: number;
}

const longestText = 64 * 1024;

const orderMs = 1_000;

/** What an answer costs beside its bytes, roughly. */
const overhead = 500;

/**
 * Answers in memory by request target, the least lately used dropped first. An answer is given only if nothing it is kept
 * under has changed since its request began, so a read that overtook a change is never given after it.
 */
export function createResponseCache(
  clock: SystemClock,
  { maxBytes = 32 * 1024 * 1024, maxAnswerBytes = maxBytes / 4 }: Limits = {},
): ResponseCache {
  const answers = new Map<string, Kept>();
  const feeds = new Map<ServiceName, Feed>();
  const ends: (() => void)[] = [];
  const changedAt = new Map<string, number>();
  let changes = 0;
  let size = 0;

  const remove = (target: string, kept: Kept): void => {
    answers.delete(target);
    size -= kept.size;
  };
  /** Deleting first keeps the map in the order of the last use, to the second: each time would cost more than the answer. */
  const touch = (target: string, kept: Kept, now: number): void => {
    if (now - kept.usedAt < orderMs) return;
    kept.usedAt = now;
    answers.delete(target);
    answers.set(target, kept);
  };
  const isCurrent = ({ service, names, begunAt, until }: Kept, now: number): boolean =>
    feeds.get(service)?.live === true &&
    until > now &&
    (changedAt.get(service) ?? 0) <= begunAt &&
    names.every((name) => (changedAt.get(`${service} ${name}`) ?? 0) <= begunAt);
  const drop = (service: ServiceName, name?: string): void => {
    changes += 1;
    changedAt.set(name === undefined ? service : `${service} ${name}`, changes);
  };

  return {
    drop,
    follow(service, feed) {
      feeds.set(service, feed);
      ends.push(feed.on((name) => drop(service, name)));
    },
    begin: (service) => (feeds.get(service)?.live ? { service, begunAt: changes } : undefined),
    keep(target, answer, { beginning, seconds, names }) {
      const headers = answer.headers.reduce((sum, text) => sum + text.length, 0);
      const bytes = answer.body.length + headers + 2 * target.length + overhead;
      const usedAt = clock.monotonicMs();
      const until = usedAt + seconds * 1_000;
      const places = {
        requestIdAt: valueAt(answer.headers, "x-request-id"),
        dateAt: valueAt(answer.headers, "date"),
      };
      const body = answer.body.length <= longestText ? answer.body.toString("latin1") : answer.body;
      const kept: Kept = { ...answer, body, ...beginning, ...places, names, until, usedAt, size: bytes };
      if (bytes > maxAnswerBytes || !isCurrent(kept, usedAt)) return;
      const present = answers.get(target);
      if (present) remove(target, present);
      answers.set(target, kept);
      size += bytes;
      for (const [oldest, least] of answers) {
        if (size <= maxBytes) break;
        remove(oldest, least);
      }
    },
    find(target) {
      const kept = answers.get(target);
      if (!kept) return undefined;
      const now = clock.monotonicMs();
      if (!isCurrent(kept, now)) {
        remove(target, kept);
        return undefined;
      }
      touch(target, kept, now);
      return kept;
    },
    get size() {
      return size;
    },
    close() {
      for (const end of ends) end();
    },
  };
}

/** Where the value of a header stands among names and values in turn; -1 when it is not there. */
export function valueAt(headers: readonly string[], wanted: string): number {
  const name = headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === wanted);
  return name < 0 ? -1 : name + 1;
}
