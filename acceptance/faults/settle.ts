import { setTimeout as delay } from "node:timers/promises";
import { askQuestion, buy, giveAnswer, type Writing } from "./load.ts";

/** Timeout of a condition in milliseconds. It is generous for busy machines and for retries with backoff. */
export const timeoutMs = 180_000;

/** Polls until the condition holds; `false` after the timeout. */
export async function becomesTrue(
  check: () => Promise<boolean> | boolean,
  within = timeoutMs,
): Promise<boolean> {
  for (const deadline = Date.now() + within; Date.now() < deadline; await delay(100))
    if (await check()) return true;
  return false;
}

/** Repeats writes of unknown outcome that have an Idempotency-Key. Afterwards each exists exactly once. */
export async function retryKeyed(writing: Writing): Promise<void> {
  const { questions, orders } = writing.ledger;
  for (const question of questions)
    if (question.key && question.outcome === "unknown") await askQuestion(writing, question);
  for (const question of questions)
    if (question.answer?.key && question.answer.outcome === "unknown") await giveAnswer(writing, question);
  for (const order of orders) if (order.key && order.outcome === "unknown") await buy(writing, order);
}
