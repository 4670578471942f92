import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { launch } from "../../main/child.ts";

const withinMs = 60_000;
const script = `
  const { abortedOnSignal } = await import(${JSON.stringify(join(import.meta.dirname, "interrupt.ts"))});
  abortedOnSignal().addEventListener("abort", () => process.send("aborted"));
  process.on("message", () => process.exit(3));
  process.send("ready");`;

test("a second Ctrl-C does not cut the cleaning up short", async () => {
  const child = launch({ core: "load", args: ["--input-type=module", "-e", script] });
  await child.next(withinMs);
  const ended = once(child.process, "exit");
  child.process.kill("SIGINT");
  expect(await child.next(withinMs)).toBe("aborted");
  child.process.kill("SIGINT");
  child.process.send("clean up", () => {});
  expect(await ended).toEqual([3, null]);
});
