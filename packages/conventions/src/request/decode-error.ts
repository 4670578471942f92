import type { InvalidInput } from "../declare/declare.ts";
import type { Cause } from "../declare/problem.ts";
import { isStorable } from "../declare/storable.ts";

/** Input that an operation does not take; the operation decides how that is worded. */
export class InvalidInputError extends Error {
  override name = "InvalidInputError";
  readonly input: InvalidInput;

  constructor(input: InvalidInput) {
    super(input.causes[0]?.message);
    this.input = input;
  }
}

/** Input that cannot even be validated: not JSON, not UTF-8, not storable. */
export class DecodeError extends InvalidInputError {
  override name = "DecodeError";

  constructor(where: InvalidInput["where"], cause: Cause) {
    super({ where, causes: [cause] });
  }
}

/** Text that Postgres or UTF-8 could not hold exactly is refused, not repaired. */
export function checkText(text: string, where: InvalidInput["where"], path: () => string): void {
  if (isStorable(text)) return;
  const message = "text may not contain NUL characters or lone surrogates";
  throw new DecodeError(where, { code: "invalid_text", message, references: [path()] });
}
