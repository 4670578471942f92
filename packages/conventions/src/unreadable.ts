import type { InvalidInput } from "./declare.ts";
import type { Cause } from "./problem.ts";

/** Input that cannot even be validated: not JSON, not UTF-8, not storable; the operation decides how that is worded. */
export class UnreadableInput extends Error {
  override name = "UnreadableInput";
  readonly input: InvalidInput;

  constructor(where: InvalidInput["where"], cause: Cause) {
    super(cause.message);
    this.input = { where, causes: [cause] };
  }
}

/** Text that Postgres or UTF-8 could not hold exactly is refused, not repaired. */
export function checkText(text: string, where: InvalidInput["where"], path: () => string): void {
  if (!text.includes("\0") && text.isWellFormed()) return;
  const message = "text may not contain NUL characters or lone surrogates";
  throw new UnreadableInput(where, { code: "invalid_text", message, references: [path()] });
}
