import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The lines of a block of Bruno's format, such as `params:query`. */
const linesOf = (text: string, block: string): string[] =>
  new RegExp(`^${block} \\{\\n([\\s\\S]*?)^\\}`, "m").exec(text)?.[1]?.split("\n") ?? [];

/** The query that a request shows: names that are switched off begin with `~`, notes with `@`. */
const queryOf = (text: string): string =>
  linesOf(text, "params:query")
    .flatMap((line) => {
      const [, name, value = ""] = /^ {2}(\w+): (.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [`${name}=${encodeURIComponent(value)}`];
    })
    .join("&");

/** The application shows the query beside the address, the command line sends the address alone. */
export function completeAddresses(collection: string): void {
  for (const file of globSync("**/*.bru", { cwd: collection })) {
    const path = join(collection, file);
    const text = readFileSync(path, "utf8");
    const query = queryOf(text);
    if (query !== "") writeFileSync(path, text.replace(/^( {2}url: [^?\n]+)$/m, `$1?${query}`));
  }
}

/** The requests of some methods, in the order of their paths. */
export const requestsIn = (collection: string, ...methods: string[]): string[] => {
  const begins = new RegExp(`^(?:${methods.join("|")}) \\{$`, "m");
  return globSync("**/*.bru", { cwd: collection })
    .filter((file) => begins.test(readFileSync(join(collection, file), "utf8")))
    .toSorted();
};
