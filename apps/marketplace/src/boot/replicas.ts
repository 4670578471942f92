import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** A replica of a service. */
interface Replica {
  url: string;
  ready: boolean;
}

/** A connection to a replica. */
export interface Taken {
  socket: Socket;
  /** Marks the replica as not ready until its next successful health check. */
  leaving(): void;
}

export type Replicas = ReturnType<typeof replicasAt>;

/** The interval of health checks. A stopping replica must accept requests for longer than this. */
export const lookEveryMs = 250;
const lookWithinMs = 1_000;
/** A busy replica may be late once. One that says it is not ready, or refuses, is believed at once. */
const missedLooks = 2;
/** Starting services call each other before all of them listen. */
const connectTimeoutMs = 2_000;

/** Checks `/readyz` of each replica. Replicas that are not ready get requests only as the last resort. */
export function replicasAt(urls: readonly string[]) {
  const replicas = urls.map((url) => ({ url, ready: true }));
  const closing = new AbortController();
  for (const replica of replicas) watch(replica, closing.signal);
  let turn = 0;
  return {
    /** Connects to the next replica, ready ones first; `undefined` when all refuse for 2 s. */
    async connect(): Promise<Taken | undefined> {
      turn = (turn + 1) % replicas.length;
      const inTurn = [...replicas.slice(turn), ...replicas.slice(0, turn)];
      const deadline = performance.now() + connectTimeoutMs;
      for (;;) {
        const taken = await firstConnected(inTurn);
        if (taken || closing.signal.aborted || performance.now() > deadline) return taken;
        await delay(25);
      }
    },
    /** Stops the health checks. */
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
  let missed = 0;
  const timer = setInterval(async () => {
    if (looking) return;
    looking = true;
    const ready = await isReady(replica.url);
    missed = ready === undefined ? missed + 1 : 0;
    replica.ready = ready ?? (replica.ready && missed < missedLooks);
    looking = false;
  }, lookEveryMs);
  closing.addEventListener("abort", () => clearInterval(timer), { once: true });
}

/** Undefined when the answer does not come in time. */
async function isReady(url: string): Promise<boolean | undefined> {
  const signal = AbortSignal.timeout(lookWithinMs);
  try {
    const answer = await fetch(`${url}/readyz`, { signal });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return signal.aborted ? undefined : false;
  }
}

/** A connection, or `undefined` when refused: no part of a request has been sent then. */
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
