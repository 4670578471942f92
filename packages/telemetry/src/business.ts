import { freshFor } from "./fresh-for.ts";
import type { Instruments } from "./instruments.ts";
import type { Count } from "./observers.ts";
import { type Watch, withinSecond } from "./watch.ts";

/** Questions by what they wait for. */
export interface QuestionsWaiting {
  review: number;
  answer: number;
}

/** What users do, counted where it happens, and what is there, counted in the database once a minute. */
export interface Business {
  order: Count;
  upload: Count;
  deliveryFailed: Count;
  /** Calls `read` at scrapes, once a minute at most; when it fails, the series is left out. */
  watchUsers(read: () => Promise<number>): void;
  watchQuestions(read: () => Promise<QuestionsWaiting>): void;
}

/** Counting rows costs more than the other metrics, and nobody acts on these within seconds. */
const minute = 60_000;

export function businessMetrics(service: string, instruments: Instruments, watches: Watch[]): Business {
  const { users, questionsWaiting, orders, uploads, deliveriesFailed } = instruments;
  return {
    order: orders.labels({ service }),
    upload: uploads.labels({ service }),
    deliveryFailed: deliveriesFailed.labels({ service }),
    watchUsers(read) {
      const fresh = freshFor(read, minute);
      watches.push(async () => {
        const count = await withinSecond(fresh);
        if (count === undefined) users.remove({ service });
        else users.set({ service }, count);
      });
    },
    watchQuestions(read) {
      const fresh = freshFor(read, minute);
      watches.push(async () => {
        const counts = await withinSecond(fresh);
        for (const reason of ["review", "answer"] as const)
          if (counts === undefined) questionsWaiting.remove({ service, for: reason });
          else questionsWaiting.set({ service, for: reason }, counts[reason]);
      });
    },
  };
}
