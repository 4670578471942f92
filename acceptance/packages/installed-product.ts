import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../product/product.ts";
import { userEnvironment } from "./programs.ts";

export interface InstalledProduct {
  baseUrl: string;
  /** Ends npx alone; gives whether the product ended, too. */
  stop(): Promise<boolean>;
}

/** For a busy machine. */
const timeoutMs = 240_000;

/** `npx marketplace-api` in a folder where the package is installed; waits until it is ready. */
export async function startInstalled(folder: string): Promise<InstalledProduct> {
  const port = await freePort();
  const child = spawn("npx", ["marketplace-api"], {
    cwd: folder,
    env: { ...userEnvironment(), PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let said = "";
  let complaint = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  // Its outputs close when the last process that has them ends.
  const ended = once(child, "close").then(() => true);
  const baseUrl = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + timeoutMs;
  while (!said.includes("Ctrl-C")) {
    const over = performance.now() > deadline;
    if (over && child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
    if (over || (await Promise.race([ended, delay(50)])))
      throw new Error(`the product did not start:\n${said}${complaint}`);
  }
  return {
    baseUrl,
    async stop() {
      child.kill("SIGTERM");
      const silent = await Promise.race([ended, delay(60_000, false)]);
      const answers = await fetch(`${baseUrl}/livez`).then(
        () => true,
        () => false,
      );
      return silent && !answers;
    },
  };
}
