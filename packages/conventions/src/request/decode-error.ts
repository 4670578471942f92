import type { InvalidInput } from "../declare/declare.ts";
import type { Cause } from "../declare/problem.ts";
import { isStorable } from "../declare/storable.ts";

/** Input that does not fit an operation; the operation chooses the problem. */
export class InvalidInputError extends Error {
  override name = "InvalidInputError";
  readonly input: InvalidInput;

  constructor(input: InvalidInput) {
    super(input.causes[0]?.message);
    this.input = input;
  }
}

/** Input that cannot be decoded: not JSON, not UTF-8, or not storable. */
export class DecodeError extends InvalidInputError {
  override name = "DecodeError";

  constructor(where: InvalidInput["where"], cause: Cause) {
    super({ where, causes: [cause] });
  }
}

/** Rejects text that Postgres or UTF-8 cannot store exactly, instead of repairing it. */
export function checkText(text: string, where: InvalidInput["where"], path: () => string): void {
  if (isStorable(text)) return;
  const message = "text may not contain NUL characters or lone surrogates";
  throw new DecodeError(where, { code: "invalid_text", message, references: [path()] });
}
