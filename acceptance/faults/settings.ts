import { commandLine } from "../../scripts/command-line.ts";
import { randomOf } from "./random.ts";

/** Options of a run. */
export interface Settings {
  /** How long a fault lasts. */
  seconds: number;
  seed: number;
  /** Part of the names of the faults to inject; all of them when empty. */
  only: string;
  /** Whether the product's log is shown. */
  verbose: boolean;
  random: () => number;
}

const usage = `Usage: pnpm test:faults [--seconds 4] [--seed N] [--only "part of a name"] [--verbose]

Starts products, injects faults while clients write, and reads back every acknowledged write.

  --seconds N  how long a fault lasts (4)
  --seed N     repeats a run
  --only TEXT  only faults whose name contains the text
  --verbose    shows the products' logs`;

/** Parses the command line. */
export function readSettings(): Settings {
  const options = {
    seconds: { type: "string", default: "4" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    only: { type: "string", default: "" },
    verbose: { type: "boolean", default: false },
  } as const;
  const { values } = commandLine(usage, { options });
  const seconds = Number(values.seconds);
  const seed = Number(values.seed);
  if (!(seconds >= 2 && seconds <= 3_600)) throw new Error("--seconds must be a number from 2 to 3600");
  if (!Number.isSafeInteger(seed)) throw new Error("--seed must be an integer");
  return { seconds, seed, only: values.only, verbose: values.verbose, random: randomOf(seed) };
}
