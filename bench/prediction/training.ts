// CPU time of training a predictor on the largest set of titles, of which none is held out.

import { commandLine } from "../../scripts/command-line.ts";
import { cpuMs } from "./measure.ts";
import { predictorOf } from "./predictor.ts";
import { readTitleSets } from "./titles.ts";

const usage = `Usage: node prediction/training.ts DIR [CHECKOUT]

Prints as JSON how many CPU seconds training takes, from titles to stored bytes, on the largest set of labeled titles
in DIR, at most 20,000 of them; with the predictor of another checkout, if it is named.`;
const { positionals } = commandLine(usage, { allowPositionals: true, options: {} });
const [folder, checkout] = positionals;
if (folder === undefined) {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}
const maxTitles = 20_000;
/** No title falls in this fold. */
const noFold = -1;

const sets = readTitleSets(folder, "title", noFold);
const largest = sets.reduce((a, b) => (b.training.length > a.training.length ? b : a));
const titles = largest.training.slice(0, maxTitles);
const { train, serializeModel } = await predictorOf(checkout);
const started = cpuMs();
serializeModel(train(titles, { paths: largest.paths }));
const cpuSeconds = (cpuMs() - started) / 1_000;
process.stdout.write(`${JSON.stringify({ set: largest.name, titles: titles.length, cpuSeconds })}\n`);
