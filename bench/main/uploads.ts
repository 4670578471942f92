import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Row } from "./measure.ts";
import { pauseOthers } from "./processes.ts";

/** What `invoices/run.ts --json` prints of one server. */
interface Upload {
  name: "plain" | "direct" | "gateway";
  perSecond: number;
  p50: number;
  p99: number;
}

const contenders = { plain: "plain node:http", direct: "service", gateway: "gateway and service" } as const;

/** Measures uploads by the bench of invoices, which starts its own servers; stops all others meanwhile. */
export async function measureUploads(rounds: number, count: number): Promise<Row[]> {
  const script = new URL("../invoices/run.ts", import.meta.url).pathname;
  const args = [script, "--json", "--rounds", String(rounds), "--count", String(count)];
  const running = promisify(execFile)(process.execPath, args);
  const resume = pauseOthers([running.child.pid ?? 0]);
  try {
    const results = JSON.parse((await running).stdout) as Upload[];
    const plain = results.find(({ name }) => name === "plain")?.perSecond ?? 0;
    return results.map(({ name, perSecond, p50, p99 }) => ({
      path: "upload",
      title: "upload of 1 MiB",
      contender: contenders[name],
      median: { perSecond, p50, p99, cpu: { server: 0, others: 0, postgres: 0 } },
      ofLimit: name === "plain" ? undefined : perSecond / plain,
      ofLimitByCpu: undefined,
    }));
  } finally {
    resume();
  }
}
