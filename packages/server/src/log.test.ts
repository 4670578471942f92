import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRequestScope } from "@marketplace/conventions";
import { pino } from "pino";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLogger, loggerOptions } from "./log.ts";

const written: string[] = [];
const log = pino(loggerOptions("service", "info"), { write: (line: string) => void written.push(line) });
const last = () => JSON.parse(written.at(-1) ?? "{}");

describe("the log", () => {
  it.each(["authorization", "access_token", "client_secret", "refresh_token", "cookie"])(
    "leaves %s out, as such and one level down",
    (field) => {
      log.info({ [field]: "sesame", headers: { [field]: "sesame", host: "x" } }, "entry");
      expect(last()).toMatchObject({ level: "info", name: "service", headers: { host: "x" }, msg: "entry" });
      expect(written.at(-1)).not.toContain("sesame");
    },
  );

  it("carries the id of the request that is handled", () => {
    inRequestScope({ requestId: "r-1" }, () => log.warn("entry"));
    expect(last()).toMatchObject({ requestId: "r-1", level: "warn" });
    log.warn("entry");
    expect(last()).not.toHaveProperty("requestId");
  });

  it("writes an error with its causes, and without the fields that a driver adds", () => {
    const cause = Object.assign(new Error("duplicate key of ana@example.com"), {
      detail: "Key (email)=(ana@example.com) already exists",
    });
    log.error(
      { err: Object.assign(new Error("no", { cause }), { code: "23505", params: ["sesame"] }) },
      "failed",
    );
    expect(last().err).toEqual({
      type: "Error",
      message: "no: duplicate key of <e-mail>",
      code: "23505",
      stack: expect.stringContaining("caused by: Error: duplicate key of <e-mail>"),
    });
  });

  it("has the lines of all loggers of a process in the order in which they were written", async () => {
    const folder = mkdtempSync(join(tmpdir(), "log-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "lines");
    // It stays open, as standard error does: the loggers write to it until the process ends.
    const fd = openSync(file, "w");
    const [one, other] = [createLogger("one", "info", fd), createLogger("other", "info", fd)];
    for (const logger of [one, other, one, other]) logger.info("entry");
    const names = () =>
      readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line).name);
    await expect.poll(names).toEqual(["one", "other", "one", "other"]);
  });
});
