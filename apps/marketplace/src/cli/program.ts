import { importCategories } from "@marketplace/catalog-service";
import { Command } from "commander";
import { readConfig } from "../config.ts";
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
