import type { SandboxComponents, SandboxPaths } from "@marketplace-api/client";
import createFetchClient from "openapi-fetch";

export type LabClient = ReturnType<typeof createLab>;
export type LabSchemas = SandboxComponents["schemas"];

/** The sandbox lab, about one world. */
export const createLab = (adminToken: string, world: string) =>
  createFetchClient<SandboxPaths>({
    baseUrl: location.origin,
    headers: { Authorization: `Bearer ${adminToken}`, "X-Sandbox-World": world },
  });

/** The admin token, which the lab gives this page where visitors may be any user; else `undefined`. */
export async function askForAccess(): Promise<string | undefined> {
  const answer = await fetch("/_sandbox/access", { method: "POST" });
  if (!answer.ok) return undefined;
  const { admin_token }: { admin_token: string } = await answer.json();
  return admin_token;
}
