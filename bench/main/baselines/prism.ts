import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { freePort } from "@marketplace/database/testing";
import { answered } from "../answered.ts";
import { launch } from "../child.ts";
import type { Baseline } from "./bare.ts";

/** The mock server of the field on our own description; rejects when it is not installed. */
export async function startPrism(openApiFile: string): Promise<Baseline> {
  const manifest = createRequire(import.meta.url).resolve("@stoplight/prism-cli/package.json");
  const port = await freePort();
  const options = ["--multiprocess", "false", "--verboseLevel", "error", "--port", String(port)];
  const program = join(dirname(manifest), "dist/index.js");
  const child = launch({ core: "server", args: [program, "mock", ...options, openApiFile] });
  const url = `http://127.0.0.1:${port}`;
  try {
    await answered(`${url}/sites`, 60_000, () => child.process.exitCode === null);
  } catch (error) {
    await child.stop();
    throw error;
  }
  return { url, pids: [child.pid], stop: child.stop };
}
