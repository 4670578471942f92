import { createObjectKeys } from "@marketplace/object-store";
import { expect, it } from "vitest";
import { invoicesService } from "../service.fixture.ts";
import { objectPrefix } from "./object-prefix.rules.ts";

const { db, deps } = await invoicesService({ env: { SWEEP_GRACE_SECONDS: "120" } });
const announced = async () => {
  const { rows } = await db.pool.query<{ object_key: string }>("SELECT object_key FROM unowned_objects");
  return rows.map(({ object_key }) => object_key);
};
let now = 0;
const reserve = () =>
  createObjectKeys({
    prefix: objectPrefix,
    unowned: deps.unowned,
    sweepGraceMs: 120_000,
    systemClock: { monotonicMs: () => now },
  });

it("the sweep knows every key before it is given out, and each is given out once", async () => {
  const keys = reserve();
  const given = await Promise.all(Array.from({ length: 200 }, () => keys.next()));
  expect(new Set(given).size).toBe(200);
  expect(await announced()).toEqual(expect.arrayContaining(given));
});

it("a key that was kept for half of its grace period is not given out any more", async () => {
  const keys = reserve();
  await keys.next();
  const old = await announced();
  now += 60_000;
  expect(old).not.toContain(await keys.next());
});

it("a failed announcement fails its waiting callers, and the next caller tries again", async () => {
  let failing = true;
  const unowned = {
    announce: async (...announcement: Parameters<typeof deps.unowned.announce>) => {
      if (failing) throw new Error("down");
      await deps.unowned.announce(...announcement);
    },
  };
  const keys = createObjectKeys({ prefix: objectPrefix, unowned, sweepGraceMs: 120_000 });
  await expect(keys.next()).rejects.toThrow("down");
  failing = false;
  const key = await keys.next();
  expect(await announced()).toContain(key);
});
