import { type Running, servicesIn } from "../product/processes.ts";

/** All processes of all services, from the start command's `run.json`. */
export const running = runningServices(process.env.ACCEPTANCE_RUN);

function runningServices(path: string | undefined): Running[] {
  if (path === undefined) throw new Error("ACCEPTANCE_RUN names the run.json of a product with replicas");
  return servicesIn(path);
}

/** The two processes of the gateway, without the load balancer. */
export const gateways = running.filter(({ name }) => name === "edge-gateway").map(({ url }) => url) as [
  string,
  string,
];
