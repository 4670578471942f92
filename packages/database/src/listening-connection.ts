import { randomUUID } from "node:crypto";
import { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { channel, type Notice, noticeOf } from "./invalidation-notice.ts";
import type { DatabaseLog } from "./log.ts";
import { openProof } from "./notice-proof.ts";

/** A listening connection that is opened again whenever it breaks or passes no notices on. */
export interface ListeningConnection {
  /** Whether every notice has arrived that was sent until half a second ago. */
  readonly listening: boolean;
  close(): Promise<void>;
}

interface Listening {
  url: string;
  log: DatabaseLog;
  retryMs: number;
  tell(notice: Notice): void;
  /** Called when a connection begins to listen: what was said before was missed. */
  missed(): void;
}

const longestWaitMs = 5_000;

/** Listens until it is closed; reconnects with exponential backoff of up to 5 s. */
export function keepListening({ url, log, retryMs, tell, missed }: Listening): ListeningConnection {
  const closing = new AbortController();
  let session: Session | undefined;
  const loop = async () => {
    for (let failures = 0; !closing.signal.aborted; failures++) {
      session = openSession(url, tell);
      session.ready.then(
        () => {
          failures = 0;
          missed();
        },
        () => {},
      );
      const reason = await session.ended;
      if (closing.signal.aborted) return;
      log.warn({ reason }, "no notices of other processes arrive; listening again");
      const pauseMs = Math.min(retryMs * 2 ** failures, longestWaitMs);
      await delay(pauseMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  };
  const finished = loop();
  return {
    get listening() {
      return session?.listening ?? false;
    },
    async close() {
      closing.abort();
      session?.end();
      await finished;
    },
  };
}

interface Session {
  readonly listening: boolean;
  /** Resolves once every notice from here on arrives. */
  ready: Promise<void>;
  /** Resolves with the reason once none arrives any more. */
  ended: Promise<string>;
  end(): void;
}

function openSession(connectionString: string, tell: (notice: Notice) => void): Session {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    query_timeout: 2_000,
    application_name: "invalidations",
    stream: () => socket,
  });
  const ended = Promise.withResolvers<string>();
  const end = (reason: string) => {
    proof.stop();
    ended.resolve(reason);
    client.end().catch(() => {});
    // A connection that passes nothing on does not end by itself either.
    if (reason !== closed) socket.destroy();
  };
  const ownChannel = `proof_${randomUUID().replaceAll("-", "")}`;
  let heard = false;
  /** A notice costs a transaction id and a write to the log, so only the first beat is one. */
  const send = async (beat: string) => {
    if (!heard) return client.query("SELECT pg_notify($1, $2)", [ownChannel, beat]);
    await client.query("SELECT");
    proof.arrived(beat);
  };
  const proof = openProof({
    send,
    silent: () => end(silence),
    failed: end,
  });
  client.on("notification", ({ channel: on, payload = "" }) => {
    if (on === ownChannel) {
      heard = true;
      proof.arrived(payload);
    } else tell(noticeOf(payload));
  });
  client.on("error", ({ message }) => end(message));
  client.on("end", () => end("the connection ended"));
  const listen = async () => {
    await client.connect();
    await client.query(`LISTEN ${channel}; LISTEN ${ownChannel}`);
    await proof.start();
  };
  const ready = listen();
  ready.catch((error: Error) => end(error.message));
  return {
    get listening() {
      return proof.fresh;
    },
    ready,
    ended: ended.promise,
    end: () => end(closed),
  };
}

const closed = "closed";
const silence = "notices do not come back; does the address name a pooler?";
