import type { IdempotencyStore, StoredAnswer } from "@marketplace/conventions";
import type { SecretBox } from "./secret-box.ts";

/** Keeps the bodies of answers encrypted: a test user's holds a token, of which only a hash may be kept (decisions 2.1). */
export function sealedAnswers(store: IdempotencyStore, box: SecretBox): IdempotencyStore {
  const sealed = (answer: StoredAnswer) => ({ ...answer, body: box.seal(answer.body).toString("base64") });
  const opened = (answer: StoredAnswer) => ({
    ...answer,
    body: box.open(Buffer.from(answer.body, "base64")),
  });
  return {
    async run(scope, work) {
      const outcome = await store.run(scope, async () => sealed(await work()));
      return outcome.kind === "conflict" ? outcome : { ...outcome, answer: opened(outcome.answer) };
    },
  };
}
