import {
  type Deps,
  importCategories,
  importItems,
  importTitles,
  previewImport,
  previewUndo,
  type TreePreview,
  undoImport,
  whereSiteIs,
} from "@marketplace/catalog-service";
import { Command, InvalidArgumentError } from "commander";
import type { Config } from "../config.ts";
import { confirm, notConfirmedCode } from "./confirmation.ts";
import { reportOf, undoReportOf } from "./import-report.ts";
import { withServices } from "./product.ts";
import { progressBar } from "./progress-bar.ts";

interface TreeOptions {
  site: string;
  dryRun?: boolean;
  yes?: boolean;
}

const printed = (result: object) => void process.stdout.write(`${JSON.stringify(result)}\n`);
const told = (lines: readonly string[]) =>
  void process.stderr.write(lines.map((line) => `${line}\n`).join(""));

/** What a dry run prints: the numbers of the import that it is not. */
const dryRunOf = ({ changes, loses }: TreePreview) => ({ dry_run: true, ...changes, loses });

const attributesHelp = `
A file of GET /sites/{site}/categories/all has no attributes: each category keeps its own. One of
GET /sites/{site}/categories/all?withAttributes=true replaces them.

What would change is printed first. An import that removes categories, attributes or listed values asks on a
terminal; elsewhere it needs --yes, and exits with ${notConfirmedCode} without it. "import undo" puts the tree back.`;

interface ItemsOptions {
  seller?: number;
  refused?: string;
  key?: string;
}

const itemsHelp = `
Lines that are refused do not hold up the others. An import that was broken off goes on where it ended when the
command is repeated within 24 hours: what was listed is not listed again. So is a file that is imported twice;
--key with another word lists its items once more.`;

function sellerId(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a user id.");
}

/** `import`: takes data from a file. */
export function importCommands(config: () => Config): Command {
  const imports = new Command("import").description("Takes data from a file");
  imports
    .command("categories")
    .description(
      "Replaces a site's category tree by a file in the format of GET /sites/{site}/categories/all, gzip or plain",
    )
    .argument("<file>")
    .requiredOption("--site <id>", "site the tree is for, such as MLA")
    .option("--dry-run", "prints what would change, and changes nothing")
    .option("--yes", "agrees to what is removed")
    .addHelpText("after", attributesHelp)
    .action((file: string, options: TreeOptions) => importTree(file, options, config()));
  imports
    .command("undo")
    .description("Puts a site's category tree and attributes back as they were before its last import")
    .requiredOption("--site <id>", "site of the tree, such as MLA")
    .option("--dry-run", "prints what would change, and changes nothing")
    .option("--yes", "agrees to what is removed, and to the loss of later changes")
    .action((options: TreeOptions) => undo(options, config()));
  imports
    .command("items")
    .description("Lists items: JSON lines, each a body of POST /items, gzip or plain")
    .argument("<file>")
    .option("--seller <id>", "whose items they are where a line has no seller_id", sellerId)
    .option("--refused <file>", "where refused lines go, and why to FILE.errors; <file>.refused when absent")
    .option("--key <key>", "imports of one key are one import; the contents of the file when absent")
    .addHelpText("after", itemsHelp)
    .action(async (file: string, options: ItemsOptions) => {
      await withServices(config(), async ({ catalog }) => {
        const bar = progressBar(process.stderr);
        const { seller, key, refused = `${file}.refused` } = options;
        const request = { file, seller, key, refused, onProgress: bar.update };
        const counts = await importItems(catalog, request).finally(bar.end);
        printed({ ...counts, ...(counts.refused > 0 && { refused_lines: refused }) });
      });
    });
  imports
    .command("titles")
    .description("Adds titles for predicting categories: JSON lines of {title, category_id}, gzip or plain")
    .argument("<file>")
    .option("--site <id>", "site of all titles; that of each title's category when absent")
    .option("--skip-unknown", "leaves titles of unknown categories out instead of refusing the file")
    .action(async (file: string, options: { site?: string; skipUnknown?: boolean }) => {
      await withServices(config(), async ({ catalog }) => {
        const bar = progressBar(process.stderr);
        printed(await importTitles(catalog, { file, ...options, onProgress: bar.update }).finally(bar.end));
      });
    });
  return imports;
}

/** Runs work with the catalog on the database of a site. */
const withCatalogOf = (site: string, config: Config, work: (catalog: Deps) => Promise<void>): Promise<void> =>
  withServices(config, ({ catalog }) => whereSiteIs(catalog, site, work));

async function importTree(file: string, { site, dryRun, yes }: TreeOptions, config: Config): Promise<void> {
  await withCatalogOf(site, config, async (catalog) => {
    const bar = progressBar(process.stderr);
    const request = { file, site, onProgress: bar.update };
    if (dryRun) {
      const preview = await previewImport(catalog, request).finally(bar.end);
      told(reportOf(preview, site));
      return printed(dryRunOf(preview));
    }
    const onPreview = async (preview: TreePreview) => {
      bar.end();
      told(reportOf(preview, site));
      if (preview.loses) await confirm({ question: "Remove these?", yes });
    };
    printed(await importCategories(catalog, { ...request, onPreview }).finally(bar.end));
  });
}

async function undo({ site, dryRun, yes }: TreeOptions, config: Config): Promise<void> {
  await withCatalogOf(site, config, async (catalog) => {
    const bar = progressBar(process.stderr);
    const request = { site, onProgress: bar.update };
    if (dryRun) {
      const { laterChanges, ...preview } = await previewUndo(catalog, request).finally(bar.end);
      told(undoReportOf({ laterChanges, ...preview }, site));
      return printed({ ...dryRunOf(preview), later_changes: laterChanges });
    }
    const undone = await undoImport(catalog, {
      ...request,
      async onPreview(preview) {
        bar.end();
        told(undoReportOf(preview, site));
        if (preview.loses || preview.laterChanges > 0) await confirm({ question: "Undo it?", yes });
      },
    }).finally(bar.end);
    printed(undone);
  });
}
