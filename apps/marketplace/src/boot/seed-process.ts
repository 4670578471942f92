import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Config } from "../config.ts";
import { StartInterrupted } from "./start-interrupted.ts";
import { StartRefused } from "./start-refused.ts";

interface SeedRequest {
  config: Config;
  baseUrl: string;
  /** Address of the embedded Postgres's own database. */
  adminUrl: string;
  /** Aborts the seeding; the next start repeats it. */
  signal: AbortSignal;
}

/** Seeds in a child process, so that the memory of model training is released. */
export async function seedInProcess({ config, baseUrl, adminUrl, signal }: SeedRequest): Promise<void> {
  const bundle = fileURLToPath(new URL("./seed.js", import.meta.url));
  const env = { ...process.env, DATA_DIR: config.dataDir, SEED_BASE_URL: baseUrl, SEED_ADMIN_URL: adminUrl };
  // Its own process group: we pass Ctrl-C on.
  const child = spawn(process.execPath, [bundle], { env, stdio: ["ignore", 2, 2, "ipc"], detached: true });
  const abandon = () => child.kill("SIGKILL");
  signal.addEventListener("abort", abandon, { once: true });
  if (signal.aborted) abandon();
  const [code] = await once(child, "exit");
  signal.removeEventListener("abort", abandon);
  if (signal.aborted) throw new StartInterrupted("the start was interrupted");
  if (code !== 0) throw new StartRefused("The demo data could not be made: the reason is above");
}
