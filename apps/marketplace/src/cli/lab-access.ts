import { z } from "zod";
import { StartRefused } from "../boot/start-refused.ts";
import { readSandboxFile } from "./sandbox-file.ts";

/** How the sandbox lab of a running product is reached. */
export interface LabAccess {
  baseUrl: string;
  adminToken: string;
}

const Access = z.object({ base_url: z.url(), sandbox: z.object({ admin_token: z.string() }) });

/** Reads `sandbox.json`; throws StartRefused when there is none, or no lab. */
export async function readLabAccess(dataDir: string): Promise<LabAccess> {
  const without = "names no sandbox lab: start the marketplace without SANDBOX=off";
  const { base_url, sandbox } = await readSandboxFile(dataDir, Access, without);
  return { baseUrl: base_url, adminToken: sandbox.admin_token };
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
