import { spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./repository.fixture.ts";

interface Surroundings {
  /** The folder in which the programs record their state, as `$STATE`. */
  state: string;
  /** The text of each program that takes the place of one which the script calls. */
  programs: Readonly<Record<string, string>>;
  env?: Readonly<Record<string, string>>;
}

/** Runs a shell script of the repository among other programs than the system's; no second passes. */
export function runScript(script: string, words: readonly string[], { state, programs, env }: Surroundings) {
  for (const [name, text] of Object.entries({ sleep: "#!/bin/sh\n", ...programs })) {
    writeFileSync(join(state, name), text);
    chmodSync(join(state, name), 0o755);
  }
  const { status, stderr } = spawnSync("sh", [join(root, script), ...words], {
    env: { PATH: `${state}:${process.env.PATH}`, STATE: state, ...env },
    encoding: "utf8",
  });
  return { status, stderr };
}
