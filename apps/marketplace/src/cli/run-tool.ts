import { ImportRefused, ReindexRefused } from "@marketplace/catalog-service";
import { messageOf, Problem } from "@marketplace/conventions";
import {
  AddressesInvalid,
  DatabaseUnavailable,
  isRefused,
  MigrationRefused,
  PlacementRefused,
  TookTooLong,
} from "@marketplace/database";
import { DatabasesUnknown } from "@marketplace/invoices-service";
import { ConfigurationInvalid } from "@marketplace/server";
import { type Command, InvalidArgumentError } from "commander";
import { StartRefused } from "../boot/start-refused.ts";
import { NotConfirmed, notConfirmedCode } from "./confirmation.ts";

/** One line for errors that a user can act on; the stack for all others, which are defects. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof DatabaseUnavailable || error instanceof TookTooLong)
    return `${error.message}: ${messageOf(error.cause)}`;
  const plain = [
    AddressesInvalid,
    ConfigurationInvalid,
    DatabasesUnknown,
    ImportRefused,
    MigrationRefused,
    NotConfirmed,
    PlacementRefused,
    ReindexRefused,
    StartRefused,
    InvalidArgumentError,
    Problem,
  ].some((kind) => error instanceof kind);
  if (plain) return error.message;
  return isRefused(error)
    ? `the database refuses its user: ${error.message}`
    : (error.stack ?? error.message);
}

/** Runs the command-line tool on the words of this process. */
export async function runTool(program: Command): Promise<void> {
  // Package managers pass the separating `--` on.
  const words = process.argv.filter((word, index) => index !== 2 || word !== "--");
  await program.parseAsync(words).catch((error: unknown) => {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exitCode = error instanceof NotConfirmed ? notConfirmedCode : 1;
  });
}
