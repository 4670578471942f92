import type { IdempotencyStore, StoredAnswer } from "@marketplace/conventions";
import type { SecretBox } from "./secret-box.ts";

/**
 * Stores the bodies of answers encrypted: a test user's holds a token, of which only a hash may be kept (decisions 2.1). A key is that of one
 * application, as the token is.
 */
export function sealedAnswers(store: IdempotencyStore, box: SecretBox): IdempotencyStore {
  const sealed = (answer: StoredAnswer) => ({ ...answer, body: box.seal(answer.body).toString("base64") });
  const opened = (answer: StoredAnswer) => ({
    ...answer,
    body: box.open(Buffer.from(answer.body, "base64")),
  });
  return {
    async run(scope, work) {
      const ofApplication = { ...scope, key: `${scope.applicationId} ${scope.key}` };
      const outcome = await store.run(ofApplication, async () => sealed(await work()));
      return outcome.kind === "conflict" ? outcome : { ...outcome, answer: opened(outcome.answer) };
    },
  };
}
