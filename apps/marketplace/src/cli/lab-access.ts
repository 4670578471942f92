import { z } from "zod";
import { StartRefused } from "../boot/start-refused.ts";
import { ask, jsonOf } from "./ask.ts";
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

interface Asked {
  /** POST with a body and GET without one, when absent. */
  method?: "DELETE";
  body?: object;
  world?: string | undefined;
  /** Ends the waiting for an answer. */
  signal?: AbortSignal;
}

/** Asks the lab; throws StartRefused when it refuses, or does not answer. */
export async function askLab(
  { baseUrl, adminToken }: LabAccess,
  path: string,
  { body, method, world, signal }: Asked = {},
): Promise<unknown> {
  const answer = await ask(new URL(path, baseUrl).href, {
    method: method ?? (body ? "POST" : "GET"),
    headers: {
      Authorization: `Bearer ${adminToken}`,
      "Content-Type": "application/json",
      ...(world !== undefined && { "X-Sandbox-World": world }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  const text = await answer.text();
  if (answer.ok) return text === "" ? undefined : jsonOf(text, baseUrl);
  throw new StartRefused(`${baseUrl} answered ${answer.status}: ${text}`);
}
