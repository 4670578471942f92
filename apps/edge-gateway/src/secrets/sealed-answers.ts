import type { IdempotencyStore, MadeChange, StoredAnswer } from "@marketplace/conventions";
import type { SecretBox } from "./secret-box.ts";

/**
 * Encrypts stored answers: that of a new test user holds a token, and tokens are stored as hashes only
 * (decisions 2.1). Each application has its own keys, because the token is the application's.
 */
export function sealedAnswers(store: IdempotencyStore, box: SecretBox): IdempotencyStore {
  const sealed = (answer: StoredAnswer) => ({ ...answer, body: box.seal(answer.body).toString("base64") });
  const opened = (answer: StoredAnswer) => ({
    ...answer,
    body: box.open(Buffer.from(answer.body, "base64")),
  });
  const sealedChange = ({ answer, finish }: MadeChange): MadeChange => ({
    answer: sealed(answer),
    finish: finish && (async () => sealed(await finish())),
  });
  return {
    async run(scope, attempt) {
      const ofApplication = { ...scope, key: `${scope.applicationId} ${scope.key}` };
      const outcome = await store.run(ofApplication, async (keep) =>
        sealed(await attempt(async (change) => opened(await keep(async () => sealedChange(await change()))))),
      );
      return outcome.kind === "conflict" ? outcome : { ...outcome, answer: opened(outcome.answer) };
    },
  };
}
