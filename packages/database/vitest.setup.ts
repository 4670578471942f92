import type { TestProject } from "vitest/node";
import { startTestServer } from "./src/testing.ts";

declare module "vitest" {
  interface ProvidedContext {
    testPostgresUrl: string;
  }
}

/** One Postgres per test run; @marketplace/testkit does the same for the packages above this one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer();
  project.provide("testPostgresUrl", server.adminUrl);
  return server.stop;
}
