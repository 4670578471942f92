import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { watchLauncher } from "./launcher.ts";

interface Launched {
  launcher: ChildProcess;
  /** The watching process's output. */
  said: () => string;
}

interface How {
  title?: string;
  /** Before the watching program in the shell. */
  before?: string;
  argument?: string;
}

const child = fileURLToPath(new URL("launcher.child.ts", import.meta.url));

/** A process with a title that runs the watching program in a shell, as npx does. */
function launch({ title = "npm exec pnpm@12.21.0 start", before = "", argument = "" }: How = {}): Launched {
  // The last command keeps the shell from becoming the one before it.
  const shell = `${before} '${process.execPath}' '${child}' ${argument}; true`;
  const program = `process.title = ${JSON.stringify(title)};
    require("node:child_process").spawn("sh", ["-c", ${JSON.stringify(shell)}], { stdio: "inherit" });
    setTimeout(() => {}, 60_000);`;
  const launcher = spawn(process.execPath, ["-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  let text = "";
  launcher.stdout.on("data", (chunk) => {
    text += String(chunk);
  });
  onTestFinished(() => {
    try {
      process.kill(-(launcher.pid ?? 0), "SIGKILL");
    } catch {
      // The process group has ended.
    }
  });
  return { launcher, said: () => text };
}

const saysFirst = ({ said }: Launched) => expect.poll(said);

async function end({ launcher }: Launched, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  launcher.kill(signal);
  await once(launcher, "exit");
}

describe.runIf(process.platform === "linux")("what npx has started", () => {
  it.each(["SIGTERM", "SIGKILL"] as const)("learns that %s has ended npx", async (signal) => {
    const launched = launch();
    await saysFirst(launched).toBe("watching\n");
    await delay(100);
    expect(launched.said()).toBe("watching\n");
    await end(launched, signal);
    await expect.poll(launched.said).toBe("watching\ngone\n");
  });

  it("is not taken for left alone when it cannot look for want of files", async () => {
    const launched = launch({ before: "ulimit -n 64;", argument: "without-files" });
    await saysFirst(launched).toBe("watching\n");
    await delay(200);
    expect(launched.said()).toBe("watching\n");
  });

  it("is on its own in a session of its own", async () => {
    await saysFirst(launch({ before: "setsid" })).toBe("nobody\n");
  });
});

it("what another program has started is on its own", async () => {
  for (const title of ["a shell of somebody", "npm exec pm2 start"])
    await saysFirst(launch({ title })).toBe("nobody\n");
});

it.runIf(process.platform === "linux")(
  "an npx that has ended before anybody looked is noticed at once",
  () => {
    let calls = 0;
    watchLauncher(`${process.pid}:1`, () => calls++);
    expect(calls).toBe(1);
  },
);

it("without a launcher nobody is waited for", () => {
  for (const launcher of [undefined, ""]) watchLauncher(launcher, () => expect.unreachable());
});
