import { readFile } from "node:fs/promises";
import type { SandboxDocument } from "./document.ts";
import type { Access } from "./lab.ts";

/** How to find a running product. */
export interface Address {
  /** Address of the product; `MARKETPLACE_URL` when absent, else what the file says. */
  url?: string;
  /** Its `sandbox.json`; `MARKETPLACE_SANDBOX` when absent. */
  sandboxFile?: string;
  /** `MARKETPLACE_ADMIN_TOKEN` when absent, else what the file says. */
  adminToken?: string;
}

/** Access to the product of an address or of the environment; undefined when neither names one. */
export async function findAccess(given: Address, env = process.env): Promise<Access | undefined> {
  const file = given.sandboxFile ?? env.MARKETPLACE_SANDBOX;
  const url = given.url ?? env.MARKETPLACE_URL;
  if (!file && !url) return undefined;
  const document = file ? await readDocument(file) : undefined;
  const baseUrl = url || document?.base_url;
  const adminToken = given.adminToken ?? (env.MARKETPLACE_ADMIN_TOKEN || document?.sandbox?.admin_token);
  if (!baseUrl || !adminToken)
    throw new Error(
      "No admin token: give adminToken, MARKETPLACE_ADMIN_TOKEN, or the product's sandbox.json " +
        "(sandboxFile, MARKETPLACE_SANDBOX); a product that runs without its lab has none",
    );
  return { baseUrl: baseUrl.endsWith("/") ? baseUrl.slice(0, -1) : baseUrl, adminToken };
}

/** Access by the file that a product writes. */
export async function readDocument(file: string): Promise<Partial<SandboxDocument>> {
  // The product writes it; `sandbox` is absent when its lab is off.
  return JSON.parse(await readFile(file, "utf8")) as Partial<SandboxDocument>;
}
