import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

async function starting() {
  const child = fork(fileURLToPath(new URL("stop-signals.child.ts", import.meta.url)));
  onTestFinished(() => void child.kill("SIGKILL"));
  const exit = once(child, "exit");
  await once(child, "message");
  return { child, exit };
}

it.each(["SIGTERM", "SIGINT"] as const)(
  "a process that still starts ends by itself on %s",
  async (signal) => {
    const { child, exit } = await starting();
    child.kill(signal);
    expect(await exit).toEqual([0, null]);
  },
);

it("a process that still starts ends when its parent process is gone", async () => {
  const { child, exit } = await starting();
  child.disconnect();
  expect(await exit).toEqual([0, null]);
});
