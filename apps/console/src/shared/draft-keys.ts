import { randomText } from "./random-text.ts";

/** The Idempotency-Keys of a form. */
export interface DraftKeys {
  /** The header for this body: the same one as long as it is sent again unchanged. */
  headerFor(body: unknown): { "Idempotency-Key": string };
  /** It was made: the same body makes another one from now on. */
  done(): void;
}

/** What is sent again, because its answer was lost, is made once. Used with `useState`, one for each form. */
export function draftKeys(): DraftKeys {
  let present: { text: string; key: string } | undefined;
  return {
    headerFor(body) {
      const text = JSON.stringify(body);
      if (present?.text !== text) present = { text, key: randomText() };
      return { "Idempotency-Key": present.key };
    },
    done() {
      present = undefined;
    },
  };
}
