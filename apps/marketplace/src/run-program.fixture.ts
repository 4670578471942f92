import { execFile } from "node:child_process";
import { join } from "node:path";
import { root } from "./deployment/repository.fixture.ts";

/** How a program ended, and what it said. */
export interface Said {
  code: number;
  stdout: string;
  stderr: string;
}

/** Compiling the sources takes most of the time of a short program: each is compiled once for all. */
const NODE_COMPILE_CACHE = join(root, "node_modules/.cache/compiled-programs");

/** Runs a program at the root of the repository to its end, without any variable of the product but these. */
export const runProgram = (
  command: string,
  words: readonly string[],
  variables: Record<string, string> = {},
): Promise<Said> =>
  new Promise((resolve) => {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, NODE_COMPILE_CACHE, ...variables };
    execFile(command, words, { cwd: root, env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
