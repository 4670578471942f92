import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { StartRefused } from "../boot/start-refused.ts";

/**
 * Reads the part of `sandbox.json` that a schema names (decisions 8.2). Throws StartRefused when there is no
 * such file, and with the reason `without` when the file lacks that part.
 */
export async function readSandboxFile<Schema extends z.ZodType>(
  dataDir: string,
  schema: Schema,
  without: string,
): Promise<z.output<Schema>> {
  const path = join(dataDir, "sandbox.json");
  const text = await readFile(path, "utf8").catch(() => {
    throw new StartRefused(`${path} cannot be read: start the marketplace first, with the same DATA_DIR`);
  });
  const part = schema.safeParse(parsed(text));
  if (part.success) return part.data;
  throw new StartRefused(`${path} ${without}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
