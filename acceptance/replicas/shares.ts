import type { Running } from "../product/processes.ts";

type Address = Pick<Running, "url">;

/** How many requests a service's process has answered under a route, as its metrics count them. */
export const answeredBy = (process: Address, route: string): Promise<number> =>
  counted(process, "http_request_duration_seconds_count", `route="${route}"`);

/** How many calls of other services a service's process has answered. */
export const calledBy = (process: Address, procedure: string): Promise<number> =>
  counted(process, "rpc_server_duration_seconds_count", `procedure="${procedure}"`);

/** 0 as well for a process that does not answer. */
async function counted({ url }: Address, metric: string, label: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`).catch(() => undefined);
  if (!answer?.ok) return 0;
  const lines = (await answer.text()).split("\n");
  const counts = lines.filter((line) => line.startsWith(`${metric}{`) && line.includes(label));
  return counts.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);
}
