import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

/** Nobody agreed, so nothing was changed. */
export class NotConfirmed extends Error {
  override readonly name = "NotConfirmed";
}

/** The exit code of `NotConfirmed`, so that scripts can tell it from a failure. */
export const notConfirmedCode = 2;

type Terminal<T> = T & { isTTY?: boolean };

export interface Confirmation {
  /** A question that is answered by yes or no. */
  question: string;
  /** Agreed beforehand. */
  yes?: boolean | undefined;
  input?: Terminal<Readable>;
  output?: Terminal<Writable>;
}

/** Asks on a terminal; elsewhere only `yes` agrees. Throws NotConfirmed. */
export async function confirm(confirmation: Confirmation): Promise<void> {
  const { question, yes = false, input = process.stdin, output = process.stderr } = confirmation;
  if (yes) return;
  if (!input.isTTY || !output.isTTY)
    throw new NotConfirmed("Nothing was changed: agree to that with --yes, or look at it with --dry-run");
  const answer = await ask(question, input, output);
  if (!/^\s*y(es)?\s*$/i.test(answer)) throw new NotConfirmed("Nothing was changed");
}

/** Empty when the input ends, as by Ctrl-D or Ctrl-C. */
function ask(question: string, input: Readable, output: Writable): Promise<string> {
  const lines = createInterface({ input, output });
  return new Promise((resolve) => {
    lines.once("close", () => resolve(""));
    lines.question(`${question} [y/N] `, (answer) => {
      resolve(answer);
      lines.close();
    });
  });
}
