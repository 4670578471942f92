import { parseArgs } from "node:util";
import { StartRefused } from "./start-refused.ts";

/** The command line of `start`. */
export interface Shape {
  /** Each service runs in a process of its own. */
  split: boolean;
  /** Processes of each service; more than one needs `split`. */
  replicas: number;
}

/** The embedded Postgres has a hundred connections for all processes. */
const mostReplicas = 3;

/** Parses the arguments of `start`; refuses unknown ones. */
export function readArguments(words: readonly string[]): Shape {
  const { split, replicas } = valuesOf(words);
  const count = Number(replicas);
  if (!Number.isInteger(count) || count < 1 || count > mostReplicas)
    throw new StartRefused(`--replicas must be an integer from 1 to ${mostReplicas}`);
  if (count > 1 && !split)
    throw new StartRefused("--replicas needs --split: in one process there is one of each");
  return { split, replicas: count };
}

function valuesOf(words: readonly string[]) {
  try {
    return parseArgs({
      // Package managers pass the separating `--` on.
      args: words.filter((word) => word !== "--"),
      options: {
        split: { type: "boolean", default: false },
        replicas: { type: "string", default: "1" },
      },
    }).values;
  } catch (error) {
    throw new StartRefused(error instanceof Error ? error.message : String(error));
  }
}
