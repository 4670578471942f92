import { countOutages, silentLogger } from "@marketplace/server";
import { expect, it } from "vitest";
import { startCatalog } from "../catalog.fixture.ts";
import { createItemClosings } from "./item-closings.service.ts";

const { deps, clock } = await startCatalog();
const away = () => Object.assign(new Error("it is away"), { unavailable: true });

it("questions-service is told of a closed item, however many others it fails for", async () => {
  const ids = Array.from({ length: 101 }, (_, index) => `MLA${1_000 + index}`);
  const requestedAt = clock.now();
  await deps.db.client.itemClosing.createMany({ data: ids.map((itemId) => ({ itemId, requestedAt })) });
  const last = "MLA1100";
  const told: string[] = [];
  let failing = true;
  const questions = {
    async itemClosed({ item_id }: { item_id: string }) {
      if (failing && item_id !== last) throw new Error("it never answers for these");
      told.push(item_id);
      return { closed: 0 };
    },
  };
  const closings = createItemClosings(deps.db, { questions, clock, log: silentLogger() });
  expect(await closings.sendAll()).toBe(1);
  expect(told).toEqual([last]);
  failing = false;
  expect(await closings.sendAll()).toBe(100);
});

it("questions-service is told of closed items of one site while it is away for another", async () => {
  const ids = ["MLA2001", "MLA2002", "MLA2003", "MLA2004", "MLB2001"];
  const requestedAt = clock.now();
  await deps.db.client.itemClosing.createMany({ data: ids.map((itemId) => ({ itemId, requestedAt })) });
  const tried: string[] = [];
  const questions = {
    async itemClosed({ item_id }: { item_id: string }) {
      tried.push(item_id);
      if (item_id.startsWith("MLA")) throw away();
      return { closed: 0 };
    },
  };
  const closings = createItemClosings(deps.db, { questions, clock, log: silentLogger() });
  await expect(closings.sendAll()).rejects.toThrow("away");
  expect(tried).toEqual(["MLA2001", "MLA2002", "MLA2003", "MLB2001"]);
  expect(await deps.db.client.itemClosing.count()).toBe(4);
});

it("an outage costs the job that closes many items no more than some timeouts", async () => {
  let tried = 0;
  const questions = {
    async itemClosed() {
      tried += 1;
      throw away();
    },
  };
  const closings = createItemClosings(deps.db, { questions, clock, log: silentLogger() });
  const outages = countOutages();
  await deps.db.transaction(async () => {
    for (let n = 1; n <= 10; n++) await closings.record(`MLC${n}`, outages);
  });
  expect(tried).toBe(3);
  expect(await deps.db.client.itemClosing.count({ where: { itemId: { startsWith: "MLC" } } })).toBe(10);
});
