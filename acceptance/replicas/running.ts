import { type Running, servicesIn } from "../product/processes.ts";

/** All processes of all services that run now, from the start command's `run.json`. */
export function runningNow(): Running[] {
  const path = process.env.ACCEPTANCE_RUN;
  if (path === undefined) throw new Error("ACCEPTANCE_RUN names the run.json of a product with replicas");
  return servicesIn(path);
}

/** Those that ran when the tests began: their names and addresses stay. */
export const running = runningNow();

/** The two processes of the gateway, without the load balancer. */
export const gateways = running.filter(({ name }) => name === "edge-gateway").map(({ url }) => url) as [
  string,
  string,
];
