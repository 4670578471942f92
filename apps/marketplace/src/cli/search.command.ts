import { reindexSearch } from "@marketplace/catalog-service";
import type { Command } from "commander";
import type { Config } from "../config.ts";
import { print } from "./checked.ts";
import { withServices } from "./product.ts";

const help = `
A release whose indices are of another design says so in the log of catalog-service; until they are copied, searches
go by the old design. The copy needs as much disk as the index. An interrupted one is begun again.`;

/** `search`: tools for the indices on a server, SEARCH_DRIVER=opensearch. */
export function addSearch(program: Command, config: () => Config): void {
  program
    .command("search")
    .description("Tools for search indices on a server")
    .command("reindex")
    .description(
      "Copies the indices of an outdated design to the present one, while searches and changes go on",
    )
    .option("--force", "copies all indices")
    .addHelpText("after", help)
    .action(async ({ force = false }: { force?: boolean }) => {
      await withServices(config(), async ({ catalog }) => {
        print({ reindexed: await reindexSearch(catalog, { force }) });
      });
    });
}
