import { ImportRefused } from "@marketplace/catalog-service";
import { InvalidArgumentError } from "commander";
import { StartRefused } from "./boot/start-refused.ts";
import { program } from "./cli/program.ts";

/** Reasons a user can act on: one line. Everything else is ours, and shows where it happened. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const plain = [ImportRefused, StartRefused, InvalidArgumentError].some((kind) => error instanceof kind);
  return plain ? error.message : (error.stack ?? error.message);
}

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = 1;
});
