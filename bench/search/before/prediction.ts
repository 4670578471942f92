import { join } from "node:path";
import { root, run } from "./checkout.ts";
import type { Figure } from "./table.ts";

/** Accuracies of `prediction/run.ts --json` that the table shows; their names there, and here. */
const accuracies = {
  accuracyAt1: "acc@1",
  accuracyAt4: "acc@4",
  balancedAccuracy: "balanced",
  twoErrorsAt1: "acc@1 with two typing errors",
  newCategoryAt4: "acc@4 of a new category, after 5 titles",
};

interface Row extends Record<keyof typeof accuracies, number> {
  set: string;
}

/** What `prediction/run.ts DIR --baseline CHECKOUT --json` prints, as figures: the means over the sets. */
export function accuracyFigures(json: string): Figure[] {
  const rows: Row[] = JSON.parse(json);
  const row = (set: string): Row => {
    const found = rows.find((each) => each.set === set);
    if (!found) throw new Error(`no row ${set}`);
    return found;
  };
  const [today, before] = [row("macro"), row("baseline: macro")];
  return Object.entries(accuracies).map(([name, what]) => {
    const key = name as keyof typeof accuracies;
    return { what: `prediction: ${what}`, today: today[key], before: before[key], digits: 4 };
  });
}

const bench = join(root, "bench");

/** Prediction of both checkouts on a folder of titles. */
export async function predictionFigures(titles: string, checkout: string): Promise<Figure[]> {
  const script = (name: string, ...words: string[]) =>
    run(process.execPath, [join(bench, "prediction", name), titles, ...words], bench);
  const accuracy = accuracyFigures(await script("run.ts", "--baseline", checkout, "--json"));
  const training = async (of: string): Promise<{ titles: number; cpuSeconds: number }> =>
    JSON.parse(await script("training.ts", of));
  const [today, before] = [await training(root), await training(checkout)];
  const what = `CPU s of training ${today.titles} titles`;
  return [...accuracy, { what, today: today.cpuSeconds, before: before.cpuSeconds, digits: 1 }];
}
