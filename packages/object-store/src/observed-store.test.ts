import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { startTelemetry } from "@marketplace/telemetry";
import { afterAll, expect, it } from "vitest";
import { openFileStore } from "./file.driver.ts";
import { lazyStore } from "./lazy-store.ts";
import { observedStore } from "./observed-store.ts";

const root = await mkdtemp(join(tmpdir(), "observed-store-"));
const telemetry = (await startTelemetry("test", {})).of("invoices-service");
const store = observedStore(await openFileStore({ driver: "file", root }), "file", telemetry);
afterAll(async () => {
  await store.close();
  await rm(root, { recursive: true });
});

const told = async (series: string) => {
  const lines = (await telemetry.exposition?.())?.text.split("\n");
  return lines?.find((line) => line.startsWith(`${series} `))?.slice(series.length + 1);
};
const operations = (operation: string, outcome: string) =>
  told(
    `object_store_operation_duration_seconds_count{service="invoices-service",operation="${operation}",driver="file",outcome="${outcome}"}`,
  );
const bytes = (operation: string) =>
  told(`object_store_bytes_total{service="invoices-service",operation="${operation}",driver="file"}`);

it("counts operations with their outcome, and the bytes that went in and out", async () => {
  await store.put("a", Readable.from([Buffer.alloc(1_000)]), { contentType: "application/pdf" });
  const whole = await store.get("a");
  expect(await buffer(whole.stream)).toHaveLength(1_000);
  const part = await store.get("a", { range: { last: 10 } });
  expect(await buffer(part.stream)).toHaveLength(10);
  await expect(store.get("missing")).rejects.toThrow();
  await store.delete("a");
  expect(
    await Promise.all([operations("put", "ok"), operations("get", "ok"), operations("get", "error")]),
  ).toEqual(["1", "2", "1"]);
  expect([await bytes("put"), await bytes("get")]).toEqual(["1000", "1010"]);
});

it("tells an unavailable store from other errors", async () => {
  const away = observedStore(
    lazyStore(() => Promise.reject(new Error("connection refused"))),
    "file",
    telemetry,
  );
  await expect(away.ready()).rejects.toThrow();
  expect(await operations("ready", "unavailable")).toBe("1");
});
