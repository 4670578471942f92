import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../product/product.ts";
import type { Checks } from "./checks.ts";
import { Clients, type Demo } from "./clients.ts";
import type { Stack } from "./stack.ts";

const image = "marketplace-api:compose-test";
const container = "marketplace-api-compose-test";

/** For a first start on a busy machine. */
const timeoutMs = 300_000;

/** The image of the product in one process: it is built, serves, and stops when it is asked to. */
export async function oneImage(checks: Checks, stack: Stack, checkout: string): Promise<void> {
  const file = `${checkout}/apps/marketplace/product.Dockerfile`;
  await stack.docker("build", "--quiet", "--tag", image, "--file", file, checkout);
  await remove(stack);
  const port = await freePort();
  const published = ["--publish", `127.0.0.1:${port}:8080`];
  await stack.docker("run", "--detach", "--name", container, "--cap-drop", "ALL", ...published, image);
  try {
    const health = await healthOf(stack);
    checks.that("the image of one process becomes healthy", health === "healthy", health);
    const text = await stack.docker("exec", container, "cat", "/data/sandbox.json");
    const clients = new Clients(`http://127.0.0.1:${port}`, JSON.parse(text) as Demo);
    const found = await clients.ask("buyer_mla", "/sites/MLA/categories");
    checks.that("it serves the demo to the tokens of its sandbox.json", found.status === 200, found.status);
    await stack.docker("stop", "--time", "60", container);
    const code = await stack.docker("inspect", "--format", "{{.State.ExitCode}}", container);
    checks.that("it stops by itself when it is asked to", code === "0", code);
  } finally {
    await remove(stack);
  }
}

/** Its health, once it has started or failed. */
async function healthOf(stack: Stack): Promise<string> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const state = await stack.docker(
      "inspect",
      "--format",
      "{{.State.Status}} {{.State.Health.Status}}",
      container,
    );
    const [status, health = ""] = state.split(" ");
    if (status !== "running" || health !== "starting" || performance.now() > deadline) return health;
    await delay(500);
  }
}

async function remove(stack: Stack): Promise<void> {
  await stack.docker("rm", "--force", "--volumes", container);
}
