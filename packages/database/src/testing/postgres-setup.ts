import type { TestProject } from "vitest/node";
import { startTestServer } from "./server.ts";

declare module "vitest" {
  interface ProvidedContext {
    testPostgresUrl: string;
  }
}

/** A vitest globalSetup: one Postgres per test run, for `createTestDatabase`. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer();
  project.provide("testPostgresUrl", server.adminUrl);
  return server.stop;
}
