import { spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The environment of a user: this repository's Node, and none of the variables of pnpm or of the product. */
export function userEnvironment(): NodeJS.ProcessEnv {
  const ours =
    /^(?:npm_(?!config_registry)|PNPM_|MARKETPLACE_|DATA_DIR$|PORT$|HOST$|SEED$|SANDBOX$|NODE_ENV$)/;
  const kept = Object.entries(process.env).filter(([name]) => !ours.test(name));
  const path = [join(root, "node_modules/node/bin"), process.env.PATH].join(delimiter);
  return { ...Object.fromEntries(kept), PATH: path };
}

/** How a program ended. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface Where {
  cwd: string;
  env?: Record<string, string>;
}

/** Runs a program as a user would; resolves also when it fails. */
export async function tried(program: string, words: string[], { cwd, env }: Where): Promise<Ended> {
  const child = spawn(program, words, {
    cwd,
    env: { ...userEnvironment(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [[code], stdout, stderr] = await Promise.all([
    once(child, "close"),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, stdout, stderr };
}

/** Runs a program that must succeed; gives what it printed. */
export async function run(program: string, words: string[], where: Where): Promise<string> {
  const { code, stdout, stderr } = await tried(program, words, where);
  if (code === 0) return stdout;
  throw new Error(
    `${program} ${words.join(" ")} ended with ${code}:\n${stdout.slice(-2_000)}${stderr.slice(-4_000)}`,
  );
}
