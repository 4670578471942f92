import { startTelemetry } from "@marketplace/telemetry";
import { testDatabase } from "@marketplace/testkit/postgres";
import { expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";
import { createUsersRepo } from "./users.repo.ts";

const telemetry = await startTelemetry("test", {});
const { deps } = await startGateway({ telemetry: telemetry.of("edge-gateway") });
const { db } = await testDatabase("gateway");

it("a scrape tells how many users there are", async () => {
  const count = await deps.users.count();
  expect(count).toBeGreaterThan(0);
  expect((await telemetry.exposition?.())?.text).toContain(
    `marketplace_users{service="edge-gateway"} ${count}\n`,
  );
});

it("a large table is not counted: Postgres's own estimate is told", async () => {
  const users = createUsersRepo(db);
  expect(await users.count()).toBe(0);
  await db.pool.query("UPDATE pg_class SET reltuples = 250000 WHERE oid = 'users'::regclass");
  expect(await users.count()).toBe(250_000);
});
