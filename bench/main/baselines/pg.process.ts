// A plain pg client that stores questions: two INSERTs, the question's and its event's, in one transaction.
import { randomUUID } from "node:crypto";
import pg from "pg";
import { latencyOf } from "../../measure/latency.ts";
import type { LoadResult, Shape } from "../load.ts";
import { endWithParent } from "../serve-parent.ts";

endWithParent();
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 50 });

const question = {
  name: "question",
  text: `INSERT INTO questions (item_id, site_id, seller_id, asker_id, application_id, status, text, vehicle,
      first_on_item, period, created_at, updated_at)
    VALUES ($2, 'MLA', 2000000001, 2000000002, 1, 'UNANSWERED', $1, false, false, 2, now(), now())
    RETURNING id`,
};
const event = {
  name: "event",
  text: `INSERT INTO outbox_events (id, topic, resource, user_id, occurred_at)
    VALUES ($1, 'questions', $2, 2000000001, now())`,
};

let asked = 0;

/** Items and texts differ, as those of the product's load do. */
async function ask(): Promise<void> {
  asked += 1;
  const values = [
    `¿Hacen envíos al interior? Son ${asked} unidades`,
    `MLA${1_400_000_000 + (asked % 2_000)}`,
  ];
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query({ ...question, values });
    await client.query({ ...event, values: [randomUUID(), `/questions/${rows[0].id}`] });
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}

async function during(seconds: number, connections: number): Promise<number[]> {
  const milliseconds: number[] = [];
  const until = performance.now() + seconds * 1_000;
  const worker = async () => {
    while (performance.now() < until) {
      const startedAt = performance.now();
      await ask();
      milliseconds.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return milliseconds;
}

process.on("message", async ({ connections, seconds, warmUpSeconds }: Shape) => {
  await during(warmUpSeconds, connections);
  process.send?.("warm");
  const startedAt = performance.now();
  const milliseconds = await during(seconds, connections);
  const took = (performance.now() - startedAt) / 1_000;
  const { p50, p99, runs } = latencyOf(milliseconds);
  const result: LoadResult = { good: runs, bad: 0, seconds: took, p50, p99 };
  process.send?.(result);
});
