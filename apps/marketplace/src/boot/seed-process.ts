import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Config } from "../config.ts";
import { StartRefused } from "./start-refused.ts";

/** The start was given up before it was complete. */
export class StartInterrupted extends Error {
  override name = "StartInterrupted";
}

export interface SeedRequest {
  config: Config;
  baseUrl: string;
  /** Address of the embedded Postgres's own database. */
  adminUrl: string;
  /** Gives the seeding up; the next start begins it anew. */
  signal: AbortSignal;
}

/**
 * Fills the empty databases in a process of its own: what training a model needs for a moment, the product
 * never holds.
 */
export async function seedInProcess({ config, baseUrl, adminUrl, signal }: SeedRequest): Promise<void> {
  const bundle = fileURLToPath(new URL("./seed.js", import.meta.url));
  const env = { ...process.env, DATA_DIR: config.dataDir, SEED_BASE_URL: baseUrl, SEED_ADMIN_URL: adminUrl };
  // Its own group: Ctrl-C reaches it through us, once.
  const child = spawn(process.execPath, [bundle], { env, stdio: ["ignore", 2, 2, "ipc"], detached: true });
  const abandon = () => child.kill("SIGKILL");
  signal.addEventListener("abort", abandon, { once: true });
  if (signal.aborted) abandon();
  const [code] = await once(child, "exit");
  signal.removeEventListener("abort", abandon);
  if (signal.aborted) throw new StartInterrupted("the start was interrupted");
  if (code !== 0) throw new StartRefused("The demo data could not be made: the reason is above");
}
