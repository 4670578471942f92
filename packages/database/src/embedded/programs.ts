import { type SpawnOptions, spawn } from "node:child_process";
import type { Account } from "./account.ts";

/** How to start a Postgres program that works on the cluster at `cluster`. */
export interface ProgramPlace {
  /** What to name the cluster in arguments. */
  readonly dataArgument: string;
  readonly options: SpawnOptions;
}

/**
 * The process starts inside the cluster. When root hands it to another user on Linux, it calls the cluster by
 * its working directory, because that user may not be able to enter the directories of the path.
 */
export function placeIn(cluster: string, account: Account | undefined): ProgramPlace {
  const inside = account !== undefined && process.platform === "linux";
  return {
    dataArgument: inside ? "/proc/self/cwd" : cluster,
    options: {
      cwd: cluster,
      ...account,
      // Nothing of the caller's PG* variables or locale may reach the server.
      env: { PATH: process.env.PATH, LC_ALL: "C", SystemRoot: process.env.SystemRoot },
    },
  };
}

/** Runs a program to its end; rejects with what it printed when it fails. */
export function run(program: string, args: readonly string[], options: SpawnOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, options);
    const output: Buffer[] = [];
    child.stdout?.on("data", (chunk) => output.push(chunk));
    child.stderr?.on("data", (chunk) => output.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} failed: ${Buffer.concat(output).toString().trim()}`));
    });
  });
}
