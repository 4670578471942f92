import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { sweep } from "@marketplace/object-store";
import { describe, expect, it } from "vitest";
import { invoicesService } from "../service.fixture.ts";
import { deletedObjects, expectGracePeriod, graceMs } from "./deleted-objects.fixture.ts";

const service = await invoicesService();
const { sale, db, elapse, deps } = service;

const isKnown = async (key: string): Promise<boolean> =>
  (await db.pool.query("SELECT 1 FROM unowned_objects WHERE object_key = $1", [key])).rows.length > 0;

describe("the objects of deleted documents", () => {
  it("live for the grace period that backups rely on, and not longer", () => expectGracePeriod(service));

  it("are removed while no transaction is open: a slow store holds neither connection nor lock", async () => {
    await deletedObjects(service);
    await elapse(graceMs);
    const open: number[] = [];
    const store = {
      ...deps.store,
      async delete(key: string) {
        const { rows } = await db.pool.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
        );
        open.push(rows.length);
        await deps.store.delete(key);
      },
    };
    await sweep({ ...deps, store });
    expect(new Set(open)).toEqual(new Set([0]));
  });

  it("are removed once more, for a store may finish an upload that was given up, and then forgotten", async () => {
    const [key = ""] = await deletedObjects(service);
    await elapse(graceMs);
    await sweep(deps);
    await deps.store.put(key, Readable.from([Buffer.from("late")]), { contentType: "text/xml" });
    await sweep(deps);
    expect(await deps.store.stat(key)).not.toBeNull();
    await elapse(graceMs);
    await sweep(deps);
    expect(await deps.store.stat(key)).toBeNull();
    expect(await isKnown(key)).toBe(false);
  });

  it("are removed twice after the store was away for longer than the grace period, too", async () => {
    const [key = ""] = await deletedObjects(service);
    await elapse(graceMs);
    const store = { ...deps.store, delete: () => Promise.reject(new Error("the store is away")) };
    await sweep({ ...deps, store });
    const longAgo = "UPDATE unowned_objects SET removal_began_at = removal_began_at - interval '1 hour'";
    await db.pool.query(longAgo);
    await elapse(graceMs);
    await sweep(deps);
    expect(await deps.store.stat(key)).toBeNull();
    expect(await isKnown(key)).toBe(true);
    await elapse(graceMs);
    await sweep(deps);
    expect(await isKnown(key)).toBe(false);
  });

  it("are removed twice from when an upload gives them up that outlasted the grace period", async () => {
    const [key = ""] = await deletedObjects(service);
    await elapse(graceMs);
    await sweep(deps);
    await deps.unowned.release([key]);
    await sweep(deps);
    expect(await isKnown(key)).toBe(true);
  });

  it("cannot get a document once their removal has begun", async () => {
    const objectKey = `fiscal-documents/${randomUUID()}`;
    // In the past: the column rounds to milliseconds, up as well.
    await deps.unowned.announce([objectKey], -1_000);
    const { packId } = await sale();
    const owning = async () =>
      deps.documents.add(
        [
          {
            id: randomUUID(),
            packId,
            sellerId: 1,
            fileType: "text/xml",
            filename: "a.xml",
            size: 1,
            sha256: "00",
            objectKey,
            createdAt: new Date(),
          },
        ],
        "MLA",
      );
    const outcomes: unknown[] = [];
    const store = {
      ...deps.store,
      delete: async () => void outcomes.push(await owning().catch((error: Error) => error.name)),
    };
    await sweep({ ...deps, store });
    expect(outcomes).toContain("ObjectSwept");
  });
});
