import { commandLine } from "../../scripts/command-line.ts";
import { type Measurement, measure } from "./measure.ts";
import { foldCount, readTitleSets, type Split, splits, type TitleSet } from "./titles.ts";

const usage = `Usage: node prediction/run.ts DIR [--split ${splits.join("|")}] [--fold 0..4 | --all-folds] [--siblings] [--json]

Measures the accuracy of category prediction on the labelled titles in DIR (or TITLES_DIR).`;
const { values, positionals } = commandLine(usage, {
  allowPositionals: true,
  options: {
    siblings: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    split: { type: "string" },
    fold: { type: "string", default: "0" },
    "all-folds": { type: "boolean", default: false },
  },
});
const folder = positionals[0] ?? process.env.TITLES_DIR;
const wanted = splits.filter((split) => values.split === undefined || values.split === split);
if (folder === undefined || wanted.length === 0) {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}

const folds = values["all-folds"]
  ? Array.from({ length: foldCount }, (_, fold) => fold)
  : [Number(values.fold)];
const results = wanted.map((split) => ({ split, rows: rowsOf(split, folder) }));
process.stdout.write(
  values.json
    ? `${JSON.stringify(results, null, 2)}\n`
    : results.map(({ split, rows }) => `Split by ${split}:\n\n${table(rows)}\n`).join("\n"),
);

/** The mean over the folds of each set, then over the sets. */
function rowsOf(split: Split, directory: string): Measurement[] {
  const runs = folds.flatMap((fold) => {
    const sets = readTitleSets(directory, split, fold);
    return sets.map((set) => {
      process.stderr.write(`${split}, fold ${fold}: ${set.name}, ${set.training.length} titles\n`);
      return measure(set, values.siblings ? siblingsOf(set, sets) : []);
    });
  });
  const bySet = [...Map.groupBy(runs, ({ set }) => set).values()].map((ofSet) =>
    average(ofSet, ofSet[0]?.set ?? ""),
  );
  return [...bySet, average(bySet, "macro")];
}

/** The other sets of the same language, which a set's name begins with. */
function siblingsOf({ name }: TitleSet, sets: readonly TitleSet[]): TitleSet[] {
  return sets.filter((other) => other.name !== name && other.name.slice(0, 3) === name.slice(0, 3));
}

/** The mean of every figure. */
function average(runs: readonly Measurement[], set: string): Measurement {
  const mean = (pick: (run: Measurement) => number) =>
    runs.reduce((sum, run) => sum + pick(run), 0) / runs.length;
  return {
    set,
    trainingTitles: mean((run) => run.trainingTitles),
    heldOutTitles: mean((run) => run.heldOutTitles),
    categories: mean((run) => run.categories),
    accuracyAt1: mean((run) => run.accuracyAt1),
    accuracyAt4: mean((run) => run.accuracyAt4),
    balancedAccuracy: mean((run) => run.balancedAccuracy),
    noisyAccuracyAt1: mean((run) => run.noisyAccuracyAt1),
    trainSeconds: mean((run) => run.trainSeconds),
    p50Microseconds: mean((run) => run.p50Microseconds),
    p99Microseconds: mean((run) => run.p99Microseconds),
    modelBytes: mean((run) => run.modelBytes),
    newTitleSeconds: mean((run) => run.newTitleSeconds),
  };
}

function table(measurements: readonly Measurement[]): string {
  const header =
    "| set | titles | categories | acc@1 | acc@4 | balanced | noisy acc@1 | train s | p50 us | p99 us | model MB | new title s |";
  const ruler = header.replaceAll(/[^|]+/g, " --- ");
  const lines = measurements.map((row) =>
    [
      row.set,
      Math.round(row.trainingTitles),
      Math.round(row.categories),
      row.accuracyAt1.toFixed(4),
      row.accuracyAt4.toFixed(4),
      row.balancedAccuracy.toFixed(4),
      row.noisyAccuracyAt1.toFixed(4),
      row.trainSeconds.toFixed(1),
      row.p50Microseconds.toFixed(0),
      row.p99Microseconds.toFixed(0),
      (row.modelBytes / 1e6).toFixed(2),
      row.newTitleSeconds.toFixed(4),
    ].join(" | "),
  );
  return [header, ruler, ...lines.map((line) => `| ${line} |`)].join("\n");
}
