/** How often a beat is sent. */
const beatMs = 200;
/** A proof that is older counts no more. */
const freshMs = 450;
/** How long after a beat that does not come back the connection is given up. */
const silentMs = 2_000;

interface Proving {
  /** Sends a beat. The first comes back as a notice, later ones as the answer of a query. */
  send(beat: string): Promise<unknown>;
  /** A beat did not come back in time. */
  silent(): void;
  failed(reason: string): void;
}

/** Shows that notices arrive. */
export interface NoticeProof {
  /** Whether every notice has arrived that was sent before the last 450 ms. */
  readonly fresh: boolean;
  /** Sends beats until `stop`; resolves when the first one has come back. */
  start(): Promise<void>;
  /** A beat came back. */
  arrived(beat: string): void;
  stop(): void;
}

/**
 * A heartbeat over a listening connection. The first beat is a notice: a pooler that passes none on shows at
 * once. Postgres sends a connection its notices whenever no query of it runs, so that the answer of a later
 * query proves that earlier notices have arrived. A connection that was cut without a word and a stopped
 * server show as beats that stay away.
 */
export function openProof({ send, silent, failed }: Proving): NoticeProof {
  const first = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let number = 0;
  let sentAt: number | undefined;
  let provenAt = Number.NEGATIVE_INFINITY;

  const beat = () => {
    if (sentAt !== undefined) {
      if (performance.now() - sentAt > silentMs) silent();
      return;
    }
    sentAt = performance.now();
    number += 1;
    send(String(number)).catch((error: Error) => failed(error.message));
  };
  return {
    // Computed when it is read: a process that was stopped itself must not trust what it knew before.
    get fresh() {
      return !stopped && performance.now() - provenAt < freshMs;
    },
    start() {
      if (!stopped) {
        timer = setInterval(beat, beatMs);
        beat();
      }
      return first.promise;
    },
    arrived(text) {
      if (stopped || sentAt === undefined || text !== String(number)) return;
      provenAt = sentAt;
      sentAt = undefined;
      first.resolve();
    },
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}
