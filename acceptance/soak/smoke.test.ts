import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("twenty seconds of mixed load leave no error, and no file or socket open", {
  timeout: 500_000,
}, async () => {
  const script = fileURLToPath(new URL("run.ts", import.meta.url));
  const child = spawn(process.execPath, [script, "--minutes", String(20 / 60)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [[code], said, complaints] = await Promise.all([
    once(child, "exit"),
    text(child.stdout),
    text(child.stderr),
  ]);
  const report = said ? JSON.parse(said) : complaints;
  expect(report).toMatchObject({ errors: {}, descriptors: { returned: true } });
  expect(Object.keys(report.p99).sort()).toEqual(
    expect.arrayContaining(["answer", "ask", "order", "upload"]),
  );
  expect(code, complaints).toBe(0);
});
