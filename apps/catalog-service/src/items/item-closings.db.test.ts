import { silentLogger } from "@marketplace/server";
import { expect, it } from "vitest";
import { startCatalog } from "../catalog.fixture.ts";
import { createItemClosings } from "./item-closings.service.ts";

const { deps, clock } = await startCatalog();

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
