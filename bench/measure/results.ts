import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";

const fileOf = (bench: string) => new URL(`../${bench}/results.json`, import.meta.url);

/** Writes what a bench measured beside it, with the command that measures it again. */
export function saveResults(bench: string, command: string, figures: object): void {
  const machine = `Node ${process.versions.node}, ${cpus().length} x ${cpus()[0]?.model.trim()}`;
  const saved = { command, date: new Date().toISOString().slice(0, 10), machine, ...figures };
  writeFileSync(fileOf(bench), `${JSON.stringify(saved, null, 2)}\n`);
}

/** Reads what a bench has saved. */
export const readResults = (bench: string): unknown => JSON.parse(readFileSync(fileOf(bench), "utf8"));
