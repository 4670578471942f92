import { parseArgs } from "node:util";
import { messageOf } from "@marketplace/conventions";
import { StartRefused } from "./start-refused.ts";

/** The command line of `start`. */
export interface Shape {
  /** Each service runs in a process of its own. */
  split: boolean;
  /** Processes of each service; more than one needs `split`. */
  replicas: number;
}

/** The embedded Postgres has a hundred connections for all processes. */
const maxReplicas = 3;

interface Usage {
  command: string;
  /** Lines of options besides --help. */
  options: string;
  /** The name of the command-line tool. */
  tool: string;
}

const usageOf = ({ command, options, tool }: Usage): string => `Usage: ${command}

Runs the marketplace on embedded Postgres, with demo data in an empty DATA_DIR. Ctrl-C stops it; the data stays.

${options}  -h, --help    this text

Variables (docs/start/running.md lists all of them):
  PORT, HOST    where it listens (8080, 127.0.0.1)
  DATA_DIR      all that must survive a restart (.data)
  SEED          demo or none: what an empty DATA_DIR is filled with (demo)
  SIGN_IN       picker, password or oidc: how users sign in
  LOG_LEVEL     trace, debug, info, warn, error, fatal or silent (warn)

${tool} --help lists the tools for a DATA_DIR.
`;

/** What `pnpm start --help` prints. */
export const startUsage = usageOf({
  command: "npx -y pnpm@12.21.0 start [--split [--replicas N]]",
  options: `  --split       each service as a process of its own
  --replicas N  N processes of each service, 1 to ${maxReplicas}; needs --split
`,
  tool: "pnpm marketplace",
});

/** What `marketplace-api start --help` prints. */
export const packagedUsage = usageOf({
  command: "npx marketplace-api [start]",
  options: "",
  tool: "npx marketplace-api",
});

/** Parses the arguments of `start`; refuses unknown ones. */
export function readArguments(words: readonly string[]): Shape | "help" {
  const { split, replicas, help } = valuesOf(words);
  if (help) return "help";
  const count = Number(replicas);
  if (!Number.isInteger(count) || count < 1 || count > maxReplicas)
    throw new StartRefused(`--replicas must be an integer from 1 to ${maxReplicas}`);
  if (count > 1 && !split)
    throw new StartRefused("--replicas needs --split: in one process there is one of each");
  return { split, replicas: count };
}

const options = {
  split: { type: "boolean", default: false },
  replicas: { type: "string", default: "1" },
  help: { type: "boolean", short: "h", default: false },
} as const;

function valuesOf(words: readonly string[]) {
  try {
    // Package managers pass the separating `--` on.
    return parseArgs({ args: words.filter((word) => word !== "--"), options }).values;
  } catch (error) {
    const reason = messageOf(error);
    const known = Object.keys(options).map((name) => `--${name}`);
    throw new StartRefused(`${reason}; start takes ${known.join(", ")}`);
  }
}
