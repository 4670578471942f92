import { requestScope } from "@marketplace/conventions";
import { batching } from "@marketplace/database";
import type { QuestionsDatabase } from "@marketplace/database/questions";
import type { Outbox } from "@marketplace/events";
import { type Asked, type Asking, announced, askingAll } from "./ask.sql.ts";
import type { NewQuestion, Question } from "./question.ts";

/** Asks a question, or tells what refused it: the item is closed, or its seller takes none from the asker. */
export type Ask = (question: NewQuestion) => Promise<Question | "closed" | "blocked">;

/** One commit under way: what comes meanwhile is the next. A second one at once made both smaller and the disk no faster. */
const batches = { concurrency: 1, batchSize: 50 };

/** Asks questions in few commits, with an event for each that is not held. */
export function asking(db: QuestionsDatabase, outbox: Outbox): Ask {
  const event = outbox.recordingEach("questions", announced);
  const statementOf = askingAll(event);
  const store = async (askings: readonly Asking[], waits: boolean): Promise<Asked[]> => {
    const { statement, values } = statementOf(askings, waits);
    const asked = await db.changing<Asked>(statement, values);
    if (event.afterCommit) db.afterCommit(event.afterCommit);
    return asked;
  };
  const storeSoon = batching(db, batches, (askings: readonly Asking[]) => store(askings, false));
  const tryAll = async (given: Asking): Promise<Asked> => {
    const asked = await storeSoon(given);
    if (asked.open !== null) return asked;
    // Somebody is closing the item: whoever asks about it waits, and nobody with him.
    const [waited = asked] = await store([given], true);
    return waited;
  };
  return async (question) => {
    const requestId = requestScope()?.requestId ?? null;
    // Whether it is the buyer's first on the item is settled by a unique index: of two at once, one is.
    for (const mayBeFirst of [true, false]) {
      const { open, blocked, id } = await tryAll({ question, requestId, mayBeFirst });
      if (!open) return "closed";
      if (blocked) return "blocked";
      if (id !== null) return questionOf(question, id);
    }
    throw new Error("a question that is not the first conflicts with none");
  };
}

const questionOf = ({ askedAt, period: _, ...asked }: NewQuestion, id: number): Question => ({
  ...{ ...asked, id, hidden: false, answer: null, createdAt: askedAt, updatedAt: askedAt },
});
