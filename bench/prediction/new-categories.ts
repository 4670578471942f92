import { CategoryPredictor } from "../../apps/catalog-service/src/discovery/model/category-predictor.ts";
import type { LabelledTitle } from "../../apps/catalog-service/src/discovery/model/features/training-set.ts";
import {
  deserializeModel,
  serializeModel,
} from "../../apps/catalog-service/src/discovery/model/storage/serialize.ts";
import { evaluate } from "../../apps/catalog-service/src/discovery/model/training/evaluate.ts";
import { train } from "../../apps/catalog-service/src/discovery/model/training/train.ts";
import { commandLine } from "../../scripts/command-line.ts";
import { readTitleSets, type TitleSet } from "./titles.ts";

const usage = `Usage: node prediction/new-categories.ts DIR [--titles 5] [--fold 0..4]

Trains each set of DIR without a few categories, adds the first titles of one of them to the predictor, and
measures how often it finds the category's other titles, and what the other categories lose.`;
const { values, positionals } = commandLine(usage, {
  allowPositionals: true,
  options: { titles: { type: "string", default: "5" }, fold: { type: "string", default: "0" } },
});
const folder = positionals[0] ?? process.env.TITLES_DIR;
if (folder === undefined) {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}
const firstTitles = Number(values.titles);
/** Smaller categories have too few other titles to measure with. */
const fewestTitles = 15;

process.stdout.write(
  "| set | new acc@4 | new acc@1 | others acc@1 | others acc@4 | ms |\n| --- | --- | --- | --- | --- | --- |\n",
);
for (const set of readTitleSets(folder, "title", Number(values.fold))) {
  const rows = measureSet(set);
  const mean = (at: number) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0) / rows.length;
  const cells = [0, 1, 2, 3].map((at) => mean(at).toFixed(4));
  process.stdout.write(`| ${[set.name, ...cells, mean(4).toFixed(1)].join(" | ")} |\n`);
}

/** A row for each category that the model was not told of. */
function measureSet({ training, heldOut, paths }: TitleSet): number[][] {
  const missing = someCategories(training);
  const isMissing = ({ categoryId }: LabelledTitle) => missing.includes(categoryId);
  const known = training.filter((title) => !isMissing(title));
  const bytes = serializeModel(train(known, { paths }));
  const others = heldOut.filter((title) => !isMissing(title)).filter((_, i) => i % 4 === 0);
  const before = accuracy(new CategoryPredictor(deserializeModel(bytes)), others);
  return missing.map((id) => {
    const predictor = new CategoryPredictor(deserializeModel(bytes));
    const own = training.filter(({ categoryId }) => categoryId === id);
    for (const title of own.slice(0, firstTitles)) predictor.add(title);
    const started = performance.now();
    predictor.predict("");
    const ms = performance.now() - started;
    const unseen = [...own.slice(firstTitles), ...heldOut.filter(({ categoryId }) => categoryId === id)];
    const found = accuracy(predictor, unseen);
    const after = accuracy(predictor, others);
    return [
      found.accuracyAt4,
      found.accuracyAt1,
      after.accuracyAt1 - before.accuracyAt1,
      after.accuracyAt4 - before.accuracyAt4,
      ms,
    ];
  });
}

/** Ten categories, or a sixth of them all, spread over the list. */
function someCategories(titles: readonly LabelledTitle[]): string[] {
  const byCategory = Map.groupBy(titles, ({ categoryId }) => categoryId);
  const large = [...byCategory].filter(([, own]) => own.length >= fewestTitles).map(([id]) => id);
  const count = Math.min(10, Math.floor(byCategory.size / 6));
  large.sort();
  return Array.from({ length: count }, (_, i) => large[Math.floor(((i + 0.5) * large.length) / count)] ?? "");
}

function accuracy(predictor: CategoryPredictor, titles: readonly LabelledTitle[]) {
  return evaluate(titles, (title, limit) => predictor.predict(title, { limit }));
}
