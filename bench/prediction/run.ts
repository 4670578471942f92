import { commandLine } from "../../scripts/command-line.ts";
import { meansOf } from "./figures.ts";
import { type Measurement, measure } from "./measure.ts";
import { type PredictorParts, predictorOf } from "./predictor.ts";
import { foldCount, readTitleSets, type Split, splits, type TitleSet } from "./titles.ts";

const usage = `Usage: node prediction/run.ts DIR [options]

Measures the accuracy and the cost of category prediction on the labeled titles in DIR (or TITLES_DIR), beside
that of another checkout of the repository.

  --split ${splits.join(" | ")}
  --fold 0..4, or --all-folds
  --siblings    trains with the titles of sites of the same language
  --baseline CHECKOUT
  --json`;
const { values, positionals } = commandLine(usage, {
  allowPositionals: true,
  options: {
    siblings: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    split: { type: "string", default: "title" },
    fold: { type: "string", default: "0" },
    "all-folds": { type: "boolean", default: false },
    baseline: { type: "string" },
  },
});
const folder = positionals[0] ?? process.env.TITLES_DIR;
const split = splits.find((known) => known === values.split);
if (folder === undefined || split === undefined) {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}

interface Row extends Measurement {
  set: string;
}

const folds = values["all-folds"]
  ? Array.from({ length: foldCount }, (_, fold) => fold)
  : [Number(values.fold)];
const present = rowsOf(await predictorOf(), { directory: folder, by: split });
const baseline = values.baseline
  ? rowsOf(await predictorOf(values.baseline), { directory: folder, by: split })
  : [];
const rows = [...baseline.map((row) => ({ ...row, set: `baseline: ${row.set}` })), ...present];
process.stdout.write(values.json ? `${JSON.stringify(rows, null, 2)}\n` : `${table(rows)}\n`);

/** The mean over the folds of each set, then over the sets. */
function rowsOf(parts: PredictorParts, { directory, by }: { directory: string; by: Split }): Row[] {
  const runs = folds.flatMap((fold) => {
    const sets = readTitleSets(directory, by, fold);
    return sets.map((set) => {
      process.stderr.write(`fold ${fold}: ${set.name}, ${set.training.length} titles\n`);
      return { set: set.name, figures: measure(parts, set, values.siblings ? siblingsOf(set, sets) : []) };
    });
  });
  const bySet = Map.groupBy(runs, ({ set }) => set);
  const means = [...bySet].map(([set, ofSet]) => ({
    set,
    figures: meansOf(ofSet.map((run) => run.figures)),
  }));
  const all = [...means, { set: "macro", figures: meansOf(means.map(({ figures }) => figures)) }];
  return all.map(({ set, figures }) => ({ set, ...figures }));
}

/** The other sets of the same language, which a set's name begins with. */
function siblingsOf({ name }: TitleSet, sets: readonly TitleSet[]): TitleSet[] {
  return sets.filter((other) => other.name !== name && other.name.slice(0, 3) === name.slice(0, 3));
}

function table(measured: readonly Row[]): string {
  const header =
    "| set | titles | categories | acc@1 | acc@4 | balanced | two errors | new acc@4 | others | train s | MB | CPU ms | p99 ms |";
  const ruler = header.replaceAll(/[^|]+/g, " --- ");
  const lines = measured.map((row) =>
    [
      row.set,
      Math.round(row.trainingTitles),
      Math.round(row.categories),
      row.accuracyAt1.toFixed(4),
      row.accuracyAt4.toFixed(4),
      row.balancedAccuracy.toFixed(4),
      row.twoErrorsAt1.toFixed(4),
      row.newCategoryAt4.toFixed(4),
      row.othersChangeAt1.toFixed(4),
      row.trainCpuSeconds.toFixed(1),
      (row.modelBytes / 1e6).toFixed(2),
      row.predictCpuMs.toFixed(3),
      row.predictP99Ms.toFixed(3),
    ].join(" | "),
  );
  return [header, ruler, ...lines.map((line) => `| ${line} |`)].join("\n");
}
