import { evaluateSite, evaluateTitles, whereSiteIs } from "@marketplace/catalog-service";
import { Command } from "commander";
import type { Config } from "../config.ts";
import { withServices } from "./product.ts";
import { progressBar } from "./progress-bar.ts";
import { trainModels } from "./train-models.ts";

const printed = (line: string) => void process.stdout.write(`${line}\n`);
const told = (line: string) => void process.stderr.write(`${line}\n`);

/** `train`: trains the models that predict categories. */
export const trainCommand = (config: () => Config): Command =>
  new Command("train")
    .description(
      "Trains the models that predict categories, of sites whose titles have changed since their last training",
    )
    .option("--site <id>", "trains this site only, also if no title has changed")
    .option("--all", "trains every site, also if no title has changed")
    .addHelpText(
      "after",
      `
It says beforehand how long that takes, and shows how far it is. Prints a line of JSON for each site. A
running product takes the new models up at once.`,
    )
    .action(async (options: { site?: string; all?: boolean }) => {
      await withServices(config(), async ({ catalog }) => {
        const bar = progressBar(process.stderr);
        const outputs = { print: printed, tell: told, onProgress: bar.update, onTrained: bar.end };
        await trainModels(catalog, { ...options, ...outputs }).finally(bar.end);
      });
    });

const evaluateHelp = `
Without --site it needs no product and changes nothing: it trains a model on four fifths of the file, asks it
for the titles of the last fifth, and throws it away. With --site it asks the site's present model for all
titles of the file; a file that the model has learned gives flattering numbers.

Prints a line of JSON:
  titles             titles that were predicted
  accuracy@1         share whose category is the first prediction
  accuracy@4         share whose category is among the first four
  balanced_accuracy  accuracy@1 of each category, averaged, so that small categories count as much as large ones`;

/** `evaluate`: measures the predictions of categories. */
export const evaluateCommand = (config: () => Config): Command =>
  new Command("evaluate")
    .description("Measures how well categories are predicted from titles whose category is known")
    .argument("<file>", "JSON lines of {title, category_id, category_path?}, gzip or plain")
    .option("--site <id>", "predicts the whole file with the site's present model")
    .addHelpText("after", evaluateHelp)
    .action(async (file: string, { site }: { site?: string }) => {
      told(
        site
          ? `Predicts the titles of ${file} with the present model of ${site}`
          : `Trains a model on four fifths of ${file} and predicts the others; no model of the product is used or changed`,
      );
      const bar = progressBar(process.stderr);
      const evaluation = site
        ? withServices(config(), ({ catalog }) =>
            whereSiteIs(catalog, site, (of) => evaluateSite(of, { file, site }, bar.update)),
          )
        : evaluateTitles(file, bar.update);
      const { titles, accuracyAt1, accuracyAt4, balancedAccuracy } = await evaluation.finally(bar.end);
      const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
      told(
        `Of ${titles} titles the first prediction is right for ${percent(accuracyAt1)}, one of the first four for ${percent(accuracyAt4)}`,
      );
      const figures = {
        "accuracy@1": accuracyAt1,
        "accuracy@4": accuracyAt4,
        balanced_accuracy: balancedAccuracy,
      };
      printed(JSON.stringify({ titles, ...figures }));
    });
