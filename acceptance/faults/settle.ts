import { setTimeout as delay } from "node:timers/promises";
import { askQuestion, buy, giveAnswer, type Writing } from "./load.ts";

/** How long something may take to come true, in milliseconds: on a machine that does other things, and retries that back off. */
export const patienceMs = 180_000;

/** Asks until the answer is yes; `false` when patience ends. */
export async function becomesTrue(
  check: () => Promise<boolean> | boolean,
  within = patienceMs,
): Promise<boolean> {
  for (const deadline = Date.now() + within; Date.now() < deadline; await delay(100))
    if (await check()) return true;
  return false;
}

/** Sends again what has an Idempotency-Key and an unknown outcome, as a client would: afterwards it exists exactly once. */
export async function retryKeyed(writing: Writing): Promise<void> {
  const { questions, orders } = writing.ledger;
  for (const question of questions)
    if (question.key && question.outcome === "unknown") await askQuestion(writing, question);
  for (const question of questions)
    if (question.answer?.key && question.answer.outcome === "unknown") await giveAnswer(writing, question);
  for (const order of orders) if (order.key && order.outcome === "unknown") await buy(writing, order);
}
