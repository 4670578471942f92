import { reconcile } from "@marketplace/invoices-service";
import { Command } from "commander";
import { readConfig } from "../config.ts";
import { addApplications } from "./applications.command.ts";
import { backUpTo } from "./backup.ts";
import { addBootstrap } from "./bootstrap.command.ts";
import { addCertify } from "./certify.command.ts";
import { addDrift } from "./drift.command.ts";
import { importCommands } from "./import-commands.ts";
import { addListen } from "./listen.command.ts";
import { addMcp } from "./mcp.command.ts";
import { addMoveSite } from "./move-site.command.ts";
import { requireConvertedFiles, requireDeployedFiles, withServices } from "./product.ts";
import { addRecord } from "./record.command.ts";
import { addSandbox } from "./sandbox.command.ts";
import { addSearch } from "./search.command.ts";
import { addSeed } from "./seed.command.ts";
import { addTokens } from "./tokens.command.ts";
import { evaluateCommand, trainCommand } from "./train-commands.ts";
import { addTrigger } from "./trigger.command.ts";
import { addUsers } from "./users.command.ts";
import { addWorld } from "./world.command.ts";

const config = () => readConfig(process.env, process.cwd());

/** The command-line tool; it works on DATA_DIR, whether the product is running on it or not. */
export const program = new Command("marketplace").description("Tools for the Marketplace API on DATA_DIR");

for (const add of [
  addBootstrap,
  addUsers,
  addApplications,
  addTokens,
  addSeed,
  addSearch,
  addMoveSite,
  addListen,
  addTrigger,
  addWorld,
  addSandbox,
  addCertify,
  addRecord,
  addDrift,
  addMcp,
])
  add(program, config);
program.addCommand(importCommands(config));

program.addCommand(trainCommand(config));
program.addCommand(evaluateCommand(config));

program
  .command("backup")
  .description(
    "Copies DATA_DIR whole into a new folder, while the product runs on it or not; start on it to restore",
  )
  .argument("<folder>", "must not exist")
  .action(async (folder: string) => {
    const { files } = await backUpTo(folder, config());
    process.stdout.write(`${JSON.stringify({ folder, files })}\n`);
  });

program
  .command("invoices")
  .description("Tools for invoice files")
  .command("reconcile")
  .description("Lists the differences between the documents' rows and the object store")
  .option("--mend", "mends them")
  .action(async ({ mend = false }: { mend?: boolean }) => {
    requireDeployedFiles(process.env);
    await requireConvertedFiles(config());
    await withServices(config(), async ({ invoices }) => {
      const { differences, ...summary } = await reconcile(invoices, { mend });
      for (const difference of differences) process.stdout.write(`${JSON.stringify(difference)}\n`);
      process.stdout.write(`${JSON.stringify({ ...summary, differences: differences.length })}\n`);
    });
  });

/** A command with all commands below it. */
const withSubcommands = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap(withSubcommands),
];

for (const command of withSubcommands(program)) command.showHelpAfterError("--help says what there is");
