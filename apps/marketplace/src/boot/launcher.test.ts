import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

/** A process of this title that runs the watching one in a shell, as npx does; with all that the watching one says. */
async function launched(title: string) {
  const child = fileURLToPath(new URL("launcher.child.ts", import.meta.url));
  // The second command keeps the shell from becoming the first.
  const shell = `'${process.execPath}' '${child}'; true`;
  const program = `process.title = ${JSON.stringify(title)};
    require("node:child_process").spawn("sh", ["-c", ${JSON.stringify(shell)}], { stdio: "inherit" });`;
  const launcher: ChildProcessByStdio<null, Readable, null> = spawn(process.execPath, ["-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  onTestFinished(() => {
    try {
      process.kill(-(launcher.pid ?? 0), "SIGKILL");
    } catch {
      // Nobody of the group is left.
    }
  });
  let said = "";
  launcher.stdout.on("data", (text) => {
    said += String(text);
  });
  await expect.poll(() => said, { timeout: 20_000 }).toBe("watching\n");
  return { launcher, said: () => said };
}

test.runIf(process.platform === "linux").each(["SIGTERM", "SIGKILL"] as const)(
  "what npx started learns that %s has ended npx",
  async (signal) => {
    const { launcher, said } = await launched("npm exec pnpm start");
    await delay(100);
    expect(said()).toBe("watching\n");
    launcher.kill(signal);
    await once(launcher, "exit");
    await expect.poll(said).toBe("watching\ngone\n");
  },
);

test("what another program started outlives it", async () => {
  const { launcher, said } = await launched("a shell of somebody");
  launcher.kill("SIGTERM");
  await once(launcher, "exit");
  await delay(200);
  expect(said()).toBe("watching\n");
});
