import tab from "@bomb.sh/tab/commander";
import type { Command } from "commander";
import { program } from "./program.ts";

/** The tool as the npm package has it: with `start`, and completions of shells. */
export function packagedProgram(): Command {
  program.name("marketplace-api").description("The Marketplace API on DATA_DIR, and its tools");
  // `start` is done before the tool is loaded: here are its help and its completion.
  program.command("start").description("Runs the marketplace, with demo data in an empty DATA_DIR");
  tab(program, { completionCommandName: "completion" });
  return program;
}
