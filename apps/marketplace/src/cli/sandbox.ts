import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { StartRefused } from "../boot/start-refused.ts";

const Sandbox = z.object({
  base_url: z.url(),
  users: z.object({ seller_mla: z.object({ access_token: z.string() }) }),
  applications: z.object({ default: z.object({ id: z.int(), webhook_secret: z.string() }) }),
});

/** The part of `sandbox.json` that `listen` needs (decisions 8.2). */
export type Sandbox = z.output<typeof Sandbox>;

/** Reads the file of a product with demo data; throws StartRefused when there is none. */
export async function readSandbox(dataDir: string): Promise<Sandbox> {
  const path = join(dataDir, "sandbox.json");
  const text = await readFile(path, "utf8").catch(() => {
    throw new StartRefused(`${path} cannot be read: start the marketplace first, with the same DATA_DIR`);
  });
  const sandbox = Sandbox.safeParse(parsed(text));
  if (sandbox.success) return sandbox.data;
  throw new StartRefused(`${path} names no demo application: start the marketplace with SEED=demo`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
