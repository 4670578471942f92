import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { StartRefused } from "../boot/start-refused.ts";

/** How the sandbox lab of a running product is reached. */
export interface LabAccess {
  baseUrl: string;
  adminToken: string;
}

const Access = z.object({ base_url: z.url(), sandbox: z.object({ admin_token: z.string() }) });

/** Reads `sandbox.json`; throws StartRefused when there is none, or no lab. */
export async function readLabAccess(dataDir: string): Promise<LabAccess> {
  const path = join(dataDir, "sandbox.json");
  const text = await readFile(path, "utf8").catch(() => {
    throw new StartRefused(`${path} cannot be read: start the marketplace first, with the same DATA_DIR`);
  });
  const access = Access.safeParse(JSON.parse(text));
  if (!access.success)
    throw new StartRefused(`${path} names no sandbox lab: start the marketplace without SANDBOX=off`);
  return { baseUrl: access.data.base_url, adminToken: access.data.sandbox.admin_token };
}

/** Asks the lab; throws StartRefused when it refuses. */
export async function askLab(
  { baseUrl, adminToken }: LabAccess,
  path: string,
  { body, world }: { body?: object; world?: string | undefined } = {},
): Promise<unknown> {
  const answer = await fetch(new URL(path, baseUrl), {
    method: body ? "POST" : "GET",
    headers: {
      Authorization: `Bearer ${adminToken}`,
      "Content-Type": "application/json",
      ...(world !== undefined && { "X-Sandbox-World": world }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answered: unknown = await answer.json();
  if (answer.ok) return answered;
  throw new StartRefused(`${baseUrl} answered ${answer.status}: ${JSON.stringify(answered)}`);
}
