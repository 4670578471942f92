import { migrate } from "@marketplace/database";
import { ensureDatabases } from "@marketplace/database/embedded";
import { launch, scriptPath } from "../child.ts";
import type { Contender } from "../http-contender.ts";
import type { LoadResult } from "../load.ts";
import type { Product } from "../product.ts";
import { type Cpu, cpuOf, perRequest } from "../sample.ts";

const database = "bench_questions";
const graceMs = 60_000;

/**
 * The limit of asking a question: a plain pg client makes the same two INSERTs in one transaction, on a
 * database of the same schema on the product's Postgres.
 */
export async function startPg(product: Product): Promise<Contender & { stop(): Promise<void> }> {
  await ensureDatabases(product.databaseUrl("postgres"), [database]);
  await migrate({ url: product.databaseUrl(database), service: "questions" });
  const child = launch({
    core: "server",
    args: [scriptPath("baselines/pg.process.ts")],
    env: { DATABASE_URL: product.databaseUrl(database) },
    output: "inherit",
  });
  const cpu = (): Cpu => ({ ...cpuOf([child.pid], () => true), postgres: product.cpu().postgres });
  return {
    name: "plain pg client",
    pids: [child.pid],
    stop: child.stop,
    async run(shape) {
      child.process.send(shape);
      await child.next(shape.warmUpSeconds * 1_000 + graceMs);
      const before = cpu();
      const { good, seconds, p50, p99 } = await child.next<LoadResult>(shape.seconds * 1_000 + graceMs);
      return { perSecond: good / seconds, p50, p99, cpu: perRequest(before, cpu(), good) };
    },
  };
}
