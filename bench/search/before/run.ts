// Search and prediction: the release before and today, side by side in one run.

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { commandLine } from "../../../scripts/command-line.ts";
import { checkOut, hasCommit, missingCommit, releaseBefore, removeWorktree, root } from "./checkout.ts";
import { abortedOnSignal, descendantsGone } from "./interrupt.ts";
import { postingFigures, settled } from "./posting.ts";
import { predictionFigures } from "./prediction.ts";
import { refusalOf } from "./refusal.ts";
import { type Release, startRelease } from "./release.ts";
import { type Judged, ownSets, relevanceFigures } from "./relevance.ts";
import { kindFigures, searchCosts, twoWordsFigure } from "./searching.ts";
import { comparison, type Figure } from "./table.ts";

const usage = `Usage: node search/before/run.ts [SIZES] [options]

Measures today's release and the one before it, which searched tables of Postgres, in one run. Both are started as
products with the demo; they get the same items and the same searches. Prints a Markdown table, and one of all kinds
of searches for each size of the catalog (10000). Linux only, because CPU time is read from /proc.

  --before COMMIT  another release to compare with
  --titles DIR     labeled titles for prediction (TITLES_DIR); without them its rows are left out
  --judged DIR     another judged set, measured on --site
  --site MLA|MLB   of that set: Spanish or Portuguese (MLA)
  --count N        searches of each kind, 100
  --single N       items posted one by one, 200
  --bulk N         items posted in one request, 2000`;
const { values, positionals } = commandLine(usage, {
  allowPositionals: true,
  options: {
    before: { type: "string", default: releaseBefore },
    titles: { type: "string", default: process.env.TITLES_DIR ?? "" },
    judged: { type: "string" },
    site: { type: "string", default: "MLA" },
    count: { type: "string", default: "100" },
    single: { type: "string", default: "200" },
    bulk: { type: "string", default: "2000" },
  },
});
const sizeWords = (positionals[0] ?? "10000").split(",");
const sizes = sizeWords.map(Number);
const sets: Judged[] = [...ownSets];
if (values.judged !== undefined) sets.push({ name: values.judged, site: values.site, folder: values.judged });
const say = (line: string) => process.stderr.write(`${line}\n`);
const fail = (reason: string): never => {
  say(reason);
  process.exit(2);
};
if (!existsSync("/proc/self/stat")) fail("CPU time is read from /proc, which this system does not have.");
const refusal = refusalOf({ ...values, sizes: sizeWords });
if (refusal !== undefined) fail(refusal);
if (!hasCommit(values.before)) fail(missingCommit(values.before));

const signal = abortedOnSignal();
/** Says what begins, unless the run is to end. */
const step = (what: string) => {
  signal.throwIfAborted();
  say(`… ${what}`);
};
const folder = mkdtempSync(join(tmpdir(), "bench-before-"));
const checkout = join(folder, "checkout");
const running: Release[] = [];
try {
  step(`checking out and installing ${values.before}`);
  await checkOut(values.before, checkout);
  const { figures, ofSizes } = await measureProducts();
  // Nothing else of this bench runs beside training.
  await stopAll();
  const untitled = values.titles === "" ? "\nPrediction was not measured: no --titles, no TITLES_DIR." : "";
  if (values.titles !== "") {
    step("prediction");
    figures.push(...(await predictionFigures(values.titles, checkout)));
  }
  const about = `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} x ${cpus()[0]?.model.trim()}; the release before is ${values.before.slice(0, 10)}.`;
  const tables = ofSizes.map(
    ({ size, kinds }) => `\nCPU ms of searches, ${size} items:\n\n${comparison(kinds)}`,
  );
  process.stdout.write([about, "", comparison(figures), untitled, ...tables, ""].join("\n"));
} catch (error) {
  if (!signal.aborted) throw error;
  say(String(signal.reason.message));
} finally {
  try {
    await stopAll();
    await descendantsGone();
  } finally {
    removeWorktree(checkout);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What does not stop by itself is killed in the end. */
async function stopAll(): Promise<void> {
  await Promise.allSettled(running.splice(0).map(({ product }) => product.stop()));
}

async function measureProducts() {
  const start = async (name: string, of: string): Promise<Release> => {
    step(`starting ${name}: build, demo`);
    const release = await startRelease(of, join(folder, name));
    running.push(release);
    return release;
  };
  const releases = {
    today: await start("today", root),
    before: await start("before", checkout),
  };
  const both = Object.values(releases);
  const posting: Figure[] = [];
  const searches: Figure[] = [];
  const ofSizes = [];
  for (const size of sizes) {
    step(`filling both catalogs up to ${size} items`);
    for (const release of both) {
      await release.insert("grow", String(size));
      await settled(release);
    }
    if (posting.length === 0) {
      step("posting items");
      posting.push(
        ...(await postingFigures({ single: Number(values.single), bulk: Number(values.bulk) }, releases)),
      );
    }
    step(`searching ${size} items`);
    const costs = await searchCosts(Number(values.count), releases);
    searches.push(twoWordsFigure(size, costs));
    ofSizes.push({ size, kinds: kindFigures(costs) });
  }
  // It closes the other items, so it comes last.
  step("relevance");
  const relevance = await relevanceFigures(sets, releases);
  return { figures: [...searches, ...relevance, ...posting], ofSizes };
}
