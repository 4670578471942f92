import { askDaemon } from "./admin-socket.ts";
import { servers, socketOf } from "./ceph-conf.ts";

/** What `ceph osd dump` says. */
interface Dump {
  pools: { pool: number; pg_num: number; size: number; min_size: number }[];
}

/**
 * Counts placement groups by their state: asks every server for those that it leads. Those of which no server
 * answers are `away`. The manager would know, but a cluster this small needs none.
 */
export async function statesOf(dir: string, { pools }: Dump): Promise<Map<string, number>> {
  if (pools.some(({ size, min_size }) => size !== 3 || min_size !== 2))
    throw new Error("a pool does not have three copies");
  const ids = pools.flatMap(({ pool, pg_num }) =>
    Array.from({ length: pg_num }, (_, index) => `${pool}.${index.toString(16)}`),
  );
  const led = await Promise.all(servers.map((id) => ledBy(socketOf(dir, `osd.${id}`), ids)));
  const states = new Map<string, number>();
  for (const id of ids) {
    const state = led.map((one) => one.get(id)).find(Boolean) ?? "away";
    states.set(state, (states.get(state) ?? 0) + 1);
  }
  return states;
}

/** The states of a server's placement groups. It refuses questions about those that others lead. */
async function ledBy(socket: string, ids: readonly string[]): Promise<Map<string, string>> {
  const states = new Map<string, string>();
  for (const pgid of ids) {
    const answer = await askDaemon(socket, { prefix: "pg", pgid, cmd: "query" });
    if (answer === undefined) break;
    const state = /"state": "([^"]+)"/.exec(answer)?.[1];
    if (state) states.set(pgid, state);
  }
  return states;
}
