import { setTimeout as delay } from "node:timers/promises";
import { type QuestionWrite, uniqueText } from "../faults/ledger.ts";
import { askQuestion, type Writing } from "../faults/load.ts";

/** What clients saw of writes during a drill. */
export interface Seen {
  /** The longest time without a write that was acknowledged, in seconds. */
  unavailableSeconds: number;
  /** Reads of a caller's own write that were answered, and those of them that did not show it. */
  ownReads: number;
  stale: string[];
}

export interface Probe {
  stop(): Promise<Seen>;
}

const everyMs = 250;
/** A write may hang for half a minute on a server that is cut off, while others go on. */
const maxOpen = 60;

/** Asks a question four times a second, without waiting for answers, and reads each one back at once. */
export function startProbe(writing: Writing): Probe {
  const acknowledgedAt = [performance.now()];
  const seen = { ownReads: 0, stale: [] as string[] };
  const open = new Set<Promise<void>>();
  const stopping = new AbortController();
  const loop = async () => {
    while (!stopping.signal.aborted) {
      if (open.size < maxOpen) {
        const one = askAndRead(writing, seen, () => acknowledgedAt.push(performance.now()));
        open.add(one);
        void one.finally(() => open.delete(one));
      }
      await delay(everyMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
    await Promise.all(open);
  };
  const done = loop();
  return {
    async stop() {
      // Writes that have not come back by now count, too.
      acknowledgedAt.push(performance.now());
      stopping.abort();
      await done;
      return { ...seen, unavailableSeconds: longestGap(acknowledgedAt) / 1_000 };
    },
  };
}

/** The longest time between two moments that follow each other. */
export function longestGap(moments: readonly number[]): number {
  const gaps = moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment));
  return Math.max(0, ...gaps);
}

async function askAndRead(
  writing: Writing,
  seen: Omit<Seen, "unavailableSeconds">,
  acknowledged: () => void,
): Promise<void> {
  const { ask, world, ledger } = writing;
  const question: QuestionWrite = {
    kind: "question",
    outcome: "unknown",
    key: crypto.randomUUID(),
    text: uniqueText("Sonda"),
  };
  ledger.questions.push(question);
  await askQuestion(writing, question);
  if (question.outcome !== "acknowledged") return;
  acknowledged();
  const path = `/questions/search?item=${world.item}&sort_fields=date_created&sort_types=DESC&limit=50`;
  const answer = await ask("GET", path, { token: world.buyer.access_token });
  // What the load deletes is not shown.
  if (answer.status !== 200 || question.deletion) return;
  seen.ownReads += 1;
  const { questions } = answer.json<{ questions: { id: number }[] }>();
  if (!questions.some(({ id }) => id === question.id))
    seen.stale.push(`question ${question.id} was not in its author's next search`);
}
