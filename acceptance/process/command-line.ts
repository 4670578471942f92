import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** How a command ended. */
export interface Said {
  code: number | null;
  stdout: string;
  /** The last line of standard error, but for the hint at --help. */
  complaint: string;
}

const hint = "--help says what there is";
const complaintIn = (stderr: string): string =>
  stderr
    .trim()
    .split("\n")
    .filter((line) => line !== hint)
    .at(-1) ?? "";

/** The command-line tool on a data directory; `input` is its standard input. */
export async function command(dataDir: string, words: readonly string[], input = ""): Promise<Said> {
  const PATH = `${join(root, "node_modules/.bin")}:${process.env.PATH}`;
  const env = { ...process.env, PATH, DATA_DIR: dataDir };
  const child = spawn("node", ["scripts/marketplace.mjs", ...words], { cwd: root, env });
  child.stdin.end(input);
  const [[code], stdout, stderr] = await Promise.all([
    once(child, "close"),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, stdout, complaint: complaintIn(stderr) };
}

/** What a command that must succeed printed: one value for each line. */
export async function printed<T>(dataDir: string, words: readonly string[], input?: string): Promise<T[]> {
  const { code, stdout, complaint } = await command(dataDir, words, input);
  expect({ code, complaint }).toEqual({ code: 0, complaint: expect.any(String) });
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}
