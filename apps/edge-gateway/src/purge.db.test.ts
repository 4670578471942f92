import { expect, it } from "vitest";
import { startGateway } from "./gateway.fixture.ts";

const { deps, demo, rows } = await startGateway();
const old = "2020-01-01";

/** Lets no statement delete more of a table than this. */
async function atMost(count: number, table: string): Promise<void> {
  await rows(
    `CREATE FUNCTION few_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF (SELECT count(*) FROM gone) > ${count} THEN RAISE 'too many of ${table}'; END IF;
       RETURN NULL;
     END $$`,
  );
  await rows(
    `CREATE TRIGGER few AFTER DELETE ON ${table} REFERENCING OLD TABLE AS gone
     FOR EACH STATEMENT EXECUTE FUNCTION few_${table}()`,
  );
}

const oldOnes = async (): Promise<unknown> =>
  (
    await rows(
      `SELECT (SELECT count(*)::int FROM tokens WHERE expires_at = $1) AS tokens,
         (SELECT count(*)::int FROM token_families WHERE created_at = $1) AS families,
         (SELECT count(*)::int FROM sign_in_throttles WHERE counted_at = $1) AS throttles`,
      [old],
    )
  )[0];

it("what is old is deleted in parts, and no part keeps the others from their turn", async () => {
  await rows(
    `INSERT INTO token_families (id, application_id, user_id, created_at)
     SELECT gen_random_uuid(), $1, $2, $3 FROM generate_series(1, 10001)`,
    [demo.applications.default.id, demo.users.buyer_mla.id, old],
  );
  await rows(
    `INSERT INTO tokens (hash, family_id, kind, scopes, expires_at)
     SELECT sha256(id::text::bytea), id, 'access', '{}', $1 FROM token_families WHERE created_at = $1`,
    [old],
  );
  await rows(
    "INSERT INTO sign_in_throttles (key, failures, counted_at) SELECT n::text, 1, $1 FROM generate_series(1, 10001) n",
    [old],
  );
  await atMost(10_000, "tokens");
  await atMost(0, "token_families");
  await atMost(10_000, "sign_in_throttles");
  await expect(deps.purge()).rejects.toThrow("too many of token_families");
  expect(await oldOnes()).toEqual({ tokens: 0, families: 10_001, throttles: 0 });
  await rows("DROP TRIGGER few ON token_families; DROP FUNCTION few_token_families");
  await atMost(10_000, "token_families");
  await deps.purge();
  expect(await oldOnes()).toEqual({ tokens: 0, families: 0, throttles: 0 });
});

it("what was missed long ago is found among many that wait without reading these", async () => {
  await rows(
    `INSERT INTO notification_deliveries (application_id, topic, resource, user_id, received_at, due_at, missed_at)
     SELECT n % 7, 'orders_v2', '/orders/' || n, 1, now(), CASE WHEN n > 20 THEN now() END, CASE WHEN n <= 20 THEN now() END
     FROM generate_series(1, 5000) n`,
  );
  await rows("VACUUM ANALYZE notification_deliveries");
  const plan = await rows<Record<"QUERY PLAN", string>>(
    "EXPLAIN DELETE FROM notification_deliveries WHERE missed_at < now() - interval '2 days'",
  );
  expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toContain("notification_deliveries_missed");
});
