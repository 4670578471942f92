import { importCategories } from "@marketplace/catalog-service";
import { reconcile } from "@marketplace/invoices-service";
import { Command } from "commander";
import { readConfig } from "../config.ts";
import { listen } from "./listen.ts";
import { withServices } from "./product.ts";
import { progressBar } from "./progress-bar.ts";

const config = () => readConfig(process.env, process.cwd());

/** The command-line tool; it works on DATA_DIR, whether the product is running on it or not. */
export const program = new Command("marketplace").description("Tools for the Marketplace API on DATA_DIR");

const imports = program.command("import").description("Takes data from a file");

imports
  .command("categories")
  .description(
    "Replaces a site's category tree by a file in the format of GET /sites/{site}/categories/all, gzip or plain",
  )
  .argument("<file>")
  .requiredOption("--site <id>", "site the tree is for, such as MLA")
  .action(async (file: string, { site }: { site: string }) => {
    await withServices(config(), async ({ catalog }) => {
      const bar = progressBar(process.stderr);
      const result = await importCategories(catalog, { file, site, onProgress: bar.update }).finally(bar.end);
      process.stdout.write(`${JSON.stringify(result)}\n`);
    });
  });

program
  .command("listen")
  .description("Subscribes a local receiver to a running product and prints notifications as they come")
  .requiredOption("--topics <list>", "topics, separated by commas", (text) => text.split(","))
  .option("--port <number>", "port of the receiver; any free one when absent", Number)
  .action(async ({ topics, port }: { topics: string[]; port?: number }) => {
    const interrupted = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => interrupted.abort());
    const print = (line: string) => void process.stdout.write(`${line}\n`);
    await listen({ dataDir: config().dataDir, topics, port, print, signal: interrupted.signal });
  });

program
  .command("invoices")
  .description("Tools for invoice files")
  .command("reconcile")
  .description("Lists the differences between the documents' rows and the object store")
  .option("--mend", "mends them")
  .action(async ({ mend = false }: { mend?: boolean }) => {
    await withServices(config(), async ({ invoices }) => {
      const { differences, ...summary } = await reconcile(invoices, { mend });
      for (const difference of differences) process.stdout.write(`${JSON.stringify(difference)}\n`);
      process.stdout.write(`${JSON.stringify({ ...summary, differences: differences.length })}\n`);
    });
  });
