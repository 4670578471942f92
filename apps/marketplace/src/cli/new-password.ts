import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { StartRefused } from "../boot/start-refused.ts";

/** Where a new password comes from; it is generated when neither is set. */
export interface PasswordSource {
  /** Reads it from standard input, to the end. */
  passwordStdin?: boolean | undefined;
  /** Asks for it twice on the terminal. */
  passwordPrompt?: boolean | undefined;
}

/** Standard input and the terminal, which tests replace. */
export interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

/**
 * The new password; `undefined` when it is to be generated. It is never an argument: arguments are in the
 * shell's history, and every user of the machine sees them.
 */
export async function readNewPassword(
  { passwordStdin = false, passwordPrompt = false }: PasswordSource,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<string | undefined> {
  if (passwordStdin && passwordPrompt)
    throw new StartRefused("Choose one of --password-stdin and --password-prompt");
  if (passwordStdin) return (await text(input)).replace(/\r?\n$/, "");
  if (!passwordPrompt) return undefined;
  if (!input.isTTY)
    throw new StartRefused("--password-prompt needs a terminal: pipe the password into --password-stdin");
  const [first, second] = await askHidden({ input, output }, ["New password: ", "Once more: "]);
  if (first !== second) throw new StartRefused("The two passwords differ");
  return first;
}

/** Asks questions whose answers are not shown. */
async function askHidden({ input, output }: Terminal, questions: readonly string[]): Promise<string[]> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: true });
  const typed = lines[Symbol.asyncIterator]();
  const answers: string[] = [];
  try {
    for (const question of questions) {
      output.write(question);
      const { value, done } = await typed.next();
      output.write("\n");
      if (done) throw new StartRefused("No password was given");
      answers.push(value);
    }
    return answers;
  } finally {
    lines.close();
  }
}
