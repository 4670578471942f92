import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { freePort } from "@marketplace/database/testing";
import { launch } from "../child.ts";
import { untilReady } from "../until-ready.ts";
import type { Baseline } from "./bare.ts";

/** Prism, a mock server of our OpenAPI document; rejects when it is not installed. */
export async function startPrism(openApiFile: string): Promise<Baseline> {
  const manifest = createRequire(import.meta.url).resolve("@stoplight/prism-cli/package.json");
  const port = await freePort();
  const options = ["--multiprocess", "false", "--verboseLevel", "error", "--port", String(port)];
  const program = join(dirname(manifest), "dist/index.js");
  const child = launch({ core: "server", args: [program, "mock", ...options, openApiFile] });
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilReady(`${url}/sites`, 60_000, child.isRunning);
  } catch (error) {
    await child.stop();
    throw error;
  }
  return { url, pids: [child.pid], stop: child.stop };
}
