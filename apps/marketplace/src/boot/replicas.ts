import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** A replica of a service, as the listener sees it. */
export interface Replica {
  url: string;
  ready: boolean;
}

/** A connection that a replica took. */
export interface Taken {
  socket: Socket;
  /** Says that the replica is going: it gets no more requests until it is seen to be ready. */
  leaving(): void;
}

/** The replicas of one service, taken in turn. */
export interface Replicas {
  /**
   * A connection to the next replica that takes one, those that are ready first; `undefined` when none does
   * for 2 s.
   */
  connect(): Promise<Taken | undefined>;
  /** Stops looking after them. */
  close(): void;
}

/**
 * How often a replica is looked at: it has to go on accepting requests for longer than this after it was told
 * to stop.
 */
export const lookEveryMs = 250;
const lookWithinMs = 1_000;
/** Services that start ask each other before all of them are there. */
const patienceMs = 2_000;

/**
 * Looks at `/readyz` of each replica: one that is stopping or starting gets requests only when no other one
 * is there.
 */
export function replicasAt(urls: readonly string[]): Replicas {
  const replicas = urls.map((url) => ({ url, ready: true }));
  const closing = new AbortController();
  for (const replica of replicas) watch(replica, closing.signal);
  let turn = 0;
  return {
    async connect() {
      turn = (turn + 1) % replicas.length;
      const inTurn = [...replicas.slice(turn), ...replicas.slice(0, turn)];
      const deadline = performance.now() + patienceMs;
      for (;;) {
        const taken = await firstConnected(inTurn);
        if (taken || closing.signal.aborted || performance.now() > deadline) return taken;
        await delay(25);
      }
    },
    close: () => closing.abort(),
  };
}

async function firstConnected(replicas: readonly Replica[]): Promise<Taken | undefined> {
  for (const replica of replicas.toSorted((a, b) => Number(b.ready) - Number(a.ready))) {
    const socket = await connected(replica.url);
    const leaving = () => {
      replica.ready = false;
    };
    if (socket) return { socket, leaving };
    leaving();
  }
  return undefined;
}

function watch(replica: Replica, closing: AbortSignal): void {
  let looking = false;
  const timer = setInterval(async () => {
    if (looking) return;
    looking = true;
    replica.ready = await isReady(replica.url);
    looking = false;
  }, lookEveryMs);
  closing.addEventListener("abort", () => clearInterval(timer), { once: true });
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(lookWithinMs) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/** A connection, or `undefined` when it is refused: then nothing of a request was sent. */
function connected(url: string): Promise<Socket | undefined> {
  const { hostname, port } = new URL(url);
  const outcome = Promise.withResolvers<Socket | undefined>();
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const refused = () => outcome.resolve(undefined);
  socket.once("error", refused).once("connect", () => {
    socket.off("error", refused);
    outcome.resolve(socket);
  });
  return outcome.promise;
}
