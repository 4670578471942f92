import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { freshKey, listed, put, read, someBytes } from "./conformance.fixtures.ts";
import type { StoreSubject } from "./conformance.subject.ts";
import { objectStoreConformance } from "./conformance.ts";
import { ObjectExists, ObjectStoreUnavailable } from "./errors.ts";
import { type Fault, type FaultyProxy, faultyProxy } from "./faulty-proxy.fixture.ts";
import type { ObjectStore } from "./object-store.ts";
import { openObjectStore } from "./open.ts";
import type { S3StoreConfig } from "./s3.connection.ts";
import { bucketOf, serverOfEnvironment } from "./s3.server.fixture.ts";

const FAULTS: Record<string, Fault> = {
  "refuses connections": { kind: "refuse" },
  "resets connections": { kind: "reset" },
  "accepts connections and never answers": { kind: "swallow" },
  "answers that it is busy": { kind: "busy" },
  "stops in the middle of an answer's head": { kind: "stall answer", afterBytes: 10 },
  "closes in the middle of an answer's head": { kind: "cut answer", afterBytes: 10 },
};

/** Long enough for a busy server, short enough for a test. */
const DEADLINES = { connectTimeoutMs: 5_000, requestTimeoutMs: 4_000 };

/** More than the kernel buffers of an upload that the server does not read. */
const HUGE = 32_000_000;

/** A server may take longer than the timeouts under test to make its first bucket and object. */
async function warmUp(server: S3StoreConfig): Promise<void> {
  const patient = await openObjectStore({ ...server, requestTimeoutMs: 60_000 });
  const key = freshKey();
  await put(patient, key, someBytes(1));
  await patient.delete(key);
  await patient.close();
}

async function openBehindProxy(): Promise<StoreSubject & { proxy: FaultyProxy }> {
  const server = serverOfEnvironment(process.env);
  const proxy = await faultyProxy(server.endpoint);
  const spoolDir = await mkdtemp(path.join(tmpdir(), "object-store-"));
  await warmUp(server);
  const store = await openObjectStore({ ...server, ...DEADLINES, endpoint: proxy.url, spoolDir });
  const bucket = bucketOf(server);
  const bringAbout = (fault: Fault) => async () => {
    await proxy.inject(fault);
    return () => proxy.inject({ kind: "none" });
  };
  return {
    store,
    proxy,
    faults: Object.fromEntries(Object.entries(FAULTS).map(([name, fault]) => [name, bringAbout(fault)])),
    leftovers: async () => [...(await bucket.unfinished()), ...(await readdir(spoolDir))],
    close: async () => {
      await store.close();
      await proxy.close();
      await bucket.remove();
      await rm(spoolDir, { recursive: true });
    },
  };
}

objectStoreConformance("S3", { faults: Object.keys(FAULTS), open: openBehindProxy });

describe("the S3 store behind a failing network", () => {
  let subject: Awaited<ReturnType<typeof openBehindProxy>>;
  let store: ObjectStore;
  beforeAll(async () => {
    subject = await openBehindProxy();
    store = subject.store;
  });
  afterEach(() => subject.proxy.inject({ kind: "none" }));
  afterAll(() => subject.close());

  it.each(["cut answer", "stall answer"] as const)(
    "fails a download with a %s instead of ending it short",
    async (kind) => {
      const key = freshKey();
      await put(store, key, someBytes(4_000_000));
      await subject.proxy.inject({ kind, afterBytes: 500_000 });
      const { stream } = await store.get(key);
      await expect(buffer(stream)).rejects.toThrow(ObjectStoreUnavailable);
    },
  );

  it.each(["cut request", "stall request"] as const)(
    "stores nothing of an upload with a %s",
    async (kind) => {
      const key = freshKey();
      await subject.proxy.inject({ kind, afterBytes: 500_000 });
      await expect(put(store, key, someBytes(HUGE))).rejects.toThrow(ObjectStoreUnavailable);
      await subject.proxy.inject({ kind: "none" });
      expect(await store.stat(key)).toBeNull();
      expect(await subject.leftovers()).toEqual([]);
    },
  );

  it("stores nothing of an upload that is aborted on its way", async () => {
    const [key, abort] = [freshKey(), new AbortController()];
    await subject.proxy.inject({ kind: "stall request", afterBytes: 100_000 });
    const upload = put(store, key, someBytes(HUGE), { signal: abort.signal });
    const gone = new Error("the client went away");
    await subject.proxy.reached();
    abort.abort(gone);
    await expect(upload).rejects.toBe(gone);
    await subject.proxy.inject({ kind: "none" });
    expect(await store.stat(key)).toBeNull();
  });

  it("does not fail because the store has closed the connections it kept", async () => {
    const keys = Array.from({ length: 4 }, () => freshKey());
    await Promise.all(keys.map((key) => put(store, key, someBytes(10))));
    for (const ifAbsent of [true, false]) {
      await subject.proxy.inject({ kind: "none" });
      await put(store, freshKey(), someBytes(10), { ifAbsent });
    }
    await subject.proxy.inject({ kind: "none" });
    for (const key of keys) expect(await store.stat(key)).toMatchObject({ size: 10 });
  });

  it("ends a download when its reader goes", async () => {
    const [key, abort] = [freshKey(), new AbortController()];
    await put(store, key, someBytes(4_000_000));
    const { stream } = await store.get(key, { signal: abort.signal });
    stream.once("data", () => abort.abort());
    await expect(buffer(stream)).rejects.toMatchObject({ name: "AbortError" });
    expect(await listed(store, key)).toHaveLength(1);
  });

  it("lets a reader be slower than the store may be silent", async () => {
    const [key, bytes] = [freshKey(), someBytes(2_000_000)];
    await put(store, key, bytes);
    const { stream } = await store.get(key);
    // Meanwhile another store with the same timeouts gives up twice.
    const silent = await openBehindProxy();
    await silent.proxy.inject({ kind: "swallow" });
    await expect(silent.store.ready()).rejects.toThrow(ObjectStoreUnavailable);
    await expect(silent.store.ready()).rejects.toThrow(ObjectStoreUnavailable);
    await silent.proxy.inject({ kind: "none" });
    await silent.close();
    expect(await buffer(stream)).toEqual(bytes);
  });
});

describe("opening the S3 store", () => {
  it("makes the bucket, also when many do so at once, and finds it later", async () => {
    const server = serverOfEnvironment(process.env);
    const stores = await Promise.all(Array.from({ length: 5 }, () => openObjectStore(server)));
    const again = await openObjectStore(server);
    const [key, bytes] = [freshKey(), someBytes(10)];
    await put(again, key, bytes, { ifAbsent: true });
    for (const store of stores) {
      await expect(put(store, key, bytes, { ifAbsent: true })).rejects.toThrow(ObjectExists);
      expect(await read(store, key)).toEqual(bytes);
      await store.close();
    }
    await again.close();
    await bucketOf(server).remove();
  });

  it("says that the store is unavailable when the server does not know the credentials", async () => {
    const server = serverOfEnvironment(process.env);
    const open = openObjectStore({ ...server, secretKey: "not the secret key" });
    await expect(open).rejects.toThrow(ObjectStoreUnavailable);
    expect(await bucketOf(server).exists()).toBe(false);
  });

  it("says that the store is unavailable, and no object missing, once the bucket is gone", async () => {
    const server = serverOfEnvironment(process.env);
    const store = await openObjectStore(server);
    const key = freshKey();
    await put(store, key, someBytes(1));
    await bucketOf(server).remove();
    await expect(store.stat(key)).rejects.toThrow(ObjectStoreUnavailable);
    await expect(store.get(key)).rejects.toThrow(ObjectStoreUnavailable);
    await expect(store.ready()).rejects.toThrow(ObjectStoreUnavailable);
    await store.close();
  });

  it.each(["ftp://127.0.0.1", "http://127.0.0.1/path", "http://user:pass@127.0.0.1", "nonsense"])(
    "refuses the endpoint %s",
    async (endpoint) => {
      await expect(openObjectStore({ ...serverOfEnvironment(process.env), endpoint })).rejects.toThrow(
        TypeError,
      );
    },
  );
});
