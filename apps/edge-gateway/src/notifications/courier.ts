import { type Round, type RoundOptions, startRound } from "./round.ts";

/**
 * Delivers what is due, application by application. Each has one round at a time in this process, so an endpoint that
 * hangs waits for nobody but itself, however often its application is called.
 */
export interface Courier {
  /** Delivers until nothing is due for the application; returns at once when a round for it is under way. */
  deliver(applicationId: number): Promise<void>;
  /** Ends every round after the attempts at hand; none starts any more. */
  stop(): Promise<void>;
}

/** A courier for this process. */
export function courier(options: RoundOptions): Courier {
  const rounds = new Map<number, Round>();
  let stopped = false;
  return {
    async deliver(applicationId) {
      if (rounds.get(applicationId)?.lookAgain() || stopped) return;
      const round = startRound(options, applicationId);
      rounds.set(applicationId, round);
      try {
        await round.finished;
      } finally {
        if (rounds.get(applicationId) === round) rounds.delete(applicationId);
      }
    },
    async stop() {
      stopped = true;
      for (const round of rounds.values()) round.stop();
      await Promise.allSettled([...rounds.values()].map(({ finished }) => finished));
    },
  };
}
