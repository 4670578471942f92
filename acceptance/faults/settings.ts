import { parseArgs } from "node:util";
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

/** Parses the command line. */
export function readSettings(words: readonly string[]): Settings {
  const { values } = parseArgs({
    args: words.filter((word) => word !== "--"),
    options: {
      seconds: { type: "string", default: "4" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
      only: { type: "string", default: "" },
      verbose: { type: "boolean", default: false },
    },
  });
  const seconds = Number(values.seconds);
  const seed = Number(values.seed);
  if (!(seconds >= 2 && seconds <= 3_600)) throw new Error("--seconds must be a number from 2 to 3600");
  if (!Number.isSafeInteger(seed)) throw new Error("--seed must be an integer");
  return { seconds, seed, only: values.only, verbose: values.verbose, random: randomOf(seed) };
}
