import type { Running } from "../product/processes.ts";

type Address = Pick<Running, "url">;

/** Counts a process's requests under a route, by its metrics. */
export const answeredBy = (process: Address, route: string): Promise<number> =>
  counted(process, "http_request_duration_seconds_count", `route="${route}"`);

/** Counts a process's calls from other services. */
export const calledBy = (process: Address, procedure: string): Promise<number> =>
  counted(process, "rpc_server_duration_seconds_count", `procedure="${procedure}"`);

/** Returns 0 for a process that does not answer. */
async function counted({ url }: Address, metric: string, label: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`).catch(() => undefined);
  if (!answer?.ok) return 0;
  const lines = (await answer.text()).split("\n");
  const counts = lines.filter((line) => line.startsWith(`${metric}{`) && line.includes(label));
  return counts.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);
}
