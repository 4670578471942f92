import { type ParseArgsConfig, parseArgs } from "node:util";

/**
 * Parses the command line of a tool of this repository. `--help` prints the usage and ends the process; an
 * unknown option ends it with the reason and the usage, and exit code 2.
 */
export function commandLine<const T extends ParseArgsConfig>(
  usage: string,
  config: T,
  // Package managers pass the separating `--` on.
  words = process.argv.slice(2).filter((word) => word !== "--"),
): ReturnType<typeof parseArgs<T>> {
  if (words.includes("--help") || words.includes("-h")) {
    process.stdout.write(`${usage.trim()}\n`);
    process.exit(0);
  }
  try {
    // The words change no type.
    return parseArgs<T>({ ...config, args: words } as T);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage.trim()}\n`);
    process.exit(2);
  }
}

/**
 * The chosen ones of some names, from an option with names and commas between them. An unknown name ends the
 * process as an unknown option does: before any work, which may take minutes.
 */
export function chosenNames<Name extends string>(
  text: string | undefined,
  names: readonly Name[],
): readonly Name[] {
  if (text === undefined) return names;
  const chosen = text.split(",");
  const unknown = chosen.filter((name) => !names.some((known) => known === name));
  if (unknown.length === 0) return names.filter((name) => chosen.includes(name));
  process.stderr.write(`unknown: ${unknown.join(", ")}; known are ${names.join(", ")}\n`);
  process.exit(2);
}
