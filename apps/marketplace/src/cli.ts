import { ImportRefused } from "@marketplace/catalog-service";
import { InvalidArgumentError } from "commander";
import { StartRefused } from "./boot/start-refused.ts";
import { program } from "./cli/program.ts";

/** Reasons a user can act on: one line. Everything else is ours, and shows where it happened. */
const isPlain = (error: unknown): error is Error =>
  error instanceof ImportRefused || error instanceof StartRefused || error instanceof InvalidArgumentError;

program.parseAsync().catch((error: unknown) => {
  const reason =
    error instanceof Error && !isPlain(error)
      ? error.stack
      : error instanceof Error
        ? error.message
        : String(error);
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
});
