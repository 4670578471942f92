import { asAnotherRequest } from "@marketplace/testkit/postgres";
import { describe, expect, it, vi } from "vitest";
import { leafOf, phone, startCatalog } from "../catalog.fixture.ts";
import { startJobs } from "../jobs.ts";
import { checksOfDomains } from "./item-domains.job.ts";

const { deps, list, listPhone } = await startCatalog();
const phones = leafOf("MLA-CELLPHONES");
const unnamed = { ...phones, id: "MLA990001", domainId: null, domainName: null };

const rename = (domainId: string) => deps.db.transaction(() => deps.tree.upsert([{ ...phones, domainId }]));
const domainOf = async (id: string) => (await deps.items.get(id)).domainId;
const setDomain = (id: string, domain: string) =>
  deps.db.query("UPDATE items SET domain_id = $2 WHERE id = $1", [id, domain]);

describe("items of a category that gets another domain", () => {
  it("are not locked by the change, and follow when it is committed", async () => {
    const id = await listPhone();
    await deps.db.transaction(async () => {
      await rename("MLA-MOBILES");
      const locked = "SELECT id FROM items WHERE id = $1 FOR UPDATE NOWAIT";
      expect(await asAnotherRequest(() => deps.db.query(locked, [id]))).toEqual([{ id }]);
    });
    expect(await domainOf(id)).toBe("MLA-MOBILES");
  });

  it("follow when there are more than one transaction moves", async () => {
    await list(...Array.from({ length: 1_100 }, () => phone()));
    await rename("MLA-PHONES");
    const count = "SELECT count(*)::int AS n FROM items WHERE category_id = $1 AND domain_id <> 'MLA-PHONES'";
    expect(await deps.db.query(count, [phones.id])).toEqual([{ n: 0 }]);
  });

  it("follow up to the number that a request waits for, and wake the job for the others", async () => {
    let woken = 0;
    deps.itemDomains.onLeft(() => {
      woken += 1;
    });
    const count = "SELECT count(*)::int AS n FROM items WHERE category_id = $1 AND domain_id = 'MLA-GADGETS'";
    const node = { ...phones, domainId: "MLA-GADGETS" };
    await deps.db.transaction(() => deps.tree.upsert([node], { maxItems: 600 }));
    expect(await deps.db.query(count, [phones.id])).toEqual([{ n: 600 }]);
    expect(woken).toBe(1);
    await deps.itemDomains.follow([phones.id], 100_000);
    const others =
      "SELECT count(*)::int AS n FROM items WHERE category_id = $1 AND domain_id <> 'MLA-GADGETS'";
    expect(await deps.db.query(others, [phones.id])).toEqual([{ n: 0 }]);
    expect(woken).toBe(1);
  });

  it("follow at once by the job when they are more than a request waits for", async () => {
    const jobs = await startJobs(deps);
    try {
      const node = { ...phones, domainId: "MLA-DEVICES" };
      await deps.db.transaction(() => deps.tree.upsert([node], { maxItems: 1 }));
      const others = "SELECT FROM items WHERE category_id = $1 AND domain_id <> 'MLA-DEVICES' LIMIT 1";
      const done = async () => (await deps.db.query(others, [phones.id])).length === 0;
      await vi.waitUntil(done, { timeout: 30_000, interval: 100 });
    } finally {
      await jobs.stop();
    }
  });

  it("stay when the change is undone", async () => {
    const id = await listPhone({ domainId: "MLA-CELLPHONES" });
    await rename("MLA-CELLPHONES");
    const undone = deps.db.transaction(async () => {
      await rename("MLA-MOBILES");
      throw new Error("no");
    });
    await expect(undone).rejects.toThrow("no");
    expect(await domainOf(id)).toBe("MLA-CELLPHONES");
  });
});

describe("the check of domains", () => {
  it("moves the items that were left behind, after a start and twice after a change of a tree", async () => {
    const check = checksOfDomains(deps);
    await rename("MLA-CELLPHONES");
    const id = await listPhone();
    for (const expected of [1, 1, 0]) {
      await setDomain(id, "MLA-OLD");
      expect(await check()).toBe(expected);
      expect(await domainOf(id)).toBe(expected === 1 ? "MLA-CELLPHONES" : "MLA-OLD");
    }
    await deps.tree.beginVersion("MLA");
    expect([await check(), await check(), await check()]).toEqual([1, 0, 0]);
  });

  it("leaves the items of a category without a domain as they are", async () => {
    await deps.tree.upsert([unnamed]);
    const id = await listPhone({ categoryId: unnamed.id, domainId: null });
    await setDomain(id, "MLA-RECORDED");
    await checksOfDomains(deps)();
    expect(await domainOf(id)).toBe("MLA-RECORDED");
  });
});
