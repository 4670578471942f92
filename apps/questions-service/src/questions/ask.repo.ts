import { requestScope } from "@marketplace/conventions";
import { batching } from "@marketplace/database";
import type { QuestionsDatabase } from "@marketplace/database/questions";
import type { Outbox } from "@marketplace/events";
import { type AskInput, type AskOutcome, announced, askStatement, type NewQuestion } from "./ask.sql.ts";
import type { Question } from "./questions.sql.ts";

/** One commit at a time: with two, both batches are smaller and the disk is no faster. */
const batches = { concurrency: 1, batchSize: 50 };

/**
 * Stores questions in batches, as DataLoader does: one statement and commit for each. A question is not
 * stored when its item is closed or its seller has blocked the asker.
 */
export function createAskRepo(db: QuestionsDatabase, outbox: Outbox) {
  const event = outbox.recordingEach("questions", announced);
  const statementOf = askStatement(event);
  const store = async (questions: readonly AskInput[], wait: boolean): Promise<AskOutcome[]> => {
    const { statement, values } = statementOf(questions, wait);
    const outcomes = await db.query<AskOutcome>(statement, values);
    if (event.afterCommit) db.afterCommit(event.afterCommit);
    return outcomes;
  };
  const storeBatched = batching(db, batches, (questions: readonly AskInput[]) => store(questions, false));
  const storeOne = async (question: AskInput): Promise<AskOutcome> => {
    const outcome = await storeBatched(question);
    if (outcome.open !== null) return outcome;
    // Another transaction is closing the item: this question waits for it, without its batch.
    const [waited = outcome] = await store([question], true);
    return waited;
  };
  return async ({
    askedElsewhere = false,
    ...question
  }: NewQuestion): Promise<Question | "closed" | "blocked"> => {
    const requestId = requestScope()?.requestId ?? null;
    // A unique index settles whether the question is the asker's first on the item: of two at once, one is.
    for (const mayBeFirst of askedElsewhere ? [false] : [true, false]) {
      const { open, blocked, id } = await storeOne({ ...question, requestId, mayBeFirst });
      if (!open) return "closed";
      if (blocked) return "blocked";
      if (id !== null) return stored(question, id);
    }
    throw new Error("a question that is not the first conflicts with no other");
  };
}

function stored(
  { askedAt, period: _, ...question }: Omit<NewQuestion, "askedElsewhere">,
  id: number,
): Question {
  const answer = { answerText: null, answerStatus: null, answeredAt: null };
  return { ...question, ...answer, id, hidden: false, createdAt: askedAt, updatedAt: askedAt };
}
