import { readFile } from "node:fs/promises";
import type { SandboxDocument } from "./document.ts";
import type { Access } from "./lab.ts";

/**
 * How to find a running product. One that is named here, by address or file, is not mixed with one that the
 * environment names: the token of one must not reach the other.
 */
export interface Address {
  /** Address of the product; what the file says when absent, else `MARKETPLACE_URL`. */
  url?: string;
  /** Its `sandbox.json`; `MARKETPLACE_SANDBOX` when neither it nor `url` is here. */
  sandboxFile?: string;
  /** `MARKETPLACE_ADMIN_TOKEN` when neither it nor `sandboxFile` is here, else what the file says. */
  adminToken?: string;
}

/** Access to the product of an address or of the environment; undefined when neither names one. */
export async function findAccess(given: Address, env = process.env): Promise<Access | undefined> {
  const isNamed = given.url !== undefined || given.sandboxFile !== undefined;
  const named = { url: env.MARKETPLACE_URL, sandboxFile: env.MARKETPLACE_SANDBOX };
  const { url, sandboxFile: file } = isNamed ? given : named;
  if (!file && !url) return undefined;
  const document = file ? await readDocument(file) : undefined;
  const baseUrl = url || document?.base_url;
  const ofEnvironment = given.sandboxFile === undefined ? env.MARKETPLACE_ADMIN_TOKEN : undefined;
  const adminToken = given.adminToken ?? (ofEnvironment || document?.sandbox?.admin_token);
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
