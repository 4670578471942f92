import { readFileSync } from "node:fs";

/** A process of the product under test. */
export interface Running {
  name: string;
  url: string;
  pid: number;
}

/** Every process of every service, as the start command wrote them down. */
export const running = runningServices(process.env.ACCEPTANCE_RUN);

function runningServices(path: string | undefined): Running[] {
  if (path === undefined) throw new Error("ACCEPTANCE_RUN names the run.json of a product with replicas");
  // The start command writes it, whole or not at all.
  return (JSON.parse(readFileSync(path, "utf8")) as { services: Running[] }).services;
}

/** The gateway's two processes, past the front. */
export const gateways = running.filter(({ name }) => name === "edge-gateway").map(({ url }) => url) as [
  string,
  string,
];
