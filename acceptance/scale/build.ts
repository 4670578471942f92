import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Builds every service, as `pnpm start --split` does. */
export function build(): void {
  const cwd = fileURLToPath(new URL("../..", import.meta.url));
  const words = ["run", "build", "--filter=./apps/*", "--output-logs=errors-only"];
  execFileSync("turbo", words, { cwd, stdio: ["ignore", "ignore", "inherit"] });
}
