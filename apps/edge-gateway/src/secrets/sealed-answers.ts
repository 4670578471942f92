import type { IdempotencyStore, MadeChange, StoredAnswer } from "@marketplace/conventions";
import type { KeyedHash } from "./keyed-hash.ts";
import type { SecretBox } from "./secret-box.ts";

/**
 * Encrypts stored answers: that of a new test user holds a token, and tokens are stored as hashes only
 * (decisions 2.1). Each application has its own keys, because the token is the application's. Hashes of
 * bodies are keyed: a body may hold a password, which a plain SHA-256 would let a reader of the table try.
 */
export function sealedAnswers(store: IdempotencyStore, box: SecretBox, hash: KeyedHash): IdempotencyStore {
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
      const { applicationId, key, bodyHash } = scope;
      const ofApplication = { ...scope, key: `${applicationId} ${key}`, bodyHash: hash(bodyHash) };
      const outcome = await store.run(ofApplication, async (keep) =>
        sealed(await attempt(async (change) => opened(await keep(async () => sealedChange(await change()))))),
      );
      return outcome.kind === "conflict" ? outcome : { ...outcome, answer: opened(outcome.answer) };
    },
  };
}
