import { type Running, servicesIn } from "../product/processes.ts";

/** Every process of every service, as the start command wrote them down. */
export const running = runningServices(process.env.ACCEPTANCE_RUN);

function runningServices(path: string | undefined): Running[] {
  if (path === undefined) throw new Error("ACCEPTANCE_RUN names the run.json of a product with replicas");
  return servicesIn(path);
}

/** The gateway's two processes, past the front. */
export const gateways = running.filter(({ name }) => name === "edge-gateway").map(({ url }) => url) as [
  string,
  string,
];
