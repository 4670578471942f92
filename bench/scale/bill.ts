import type { Demand } from "./demand.ts";
import type { Deployment } from "./deployment.ts";
import { prices } from "./prices.ts";

/** A line of the bill of a month, in US dollars. */
export interface Charge {
  what: string;
  dollars: number;
}

/** What a deployment costs in a month; each database with its standby. */
export function billOf(deployment: Deployment, { filesTB, sentTBPerMonth }: Demand): Charge[] {
  const machine = (cores: number, memoryGB: number, diskTB: number) =>
    cores * prices.core.value + memoryGB * prices.memoryGB.value + diskTB * 1_000 * prices.ssdGB.value;
  const { processes, memoryPerProcessGB, search } = deployment;
  return [
    { what: "services", dollars: machine(processes, processes * memoryPerProcessGB, 0) },
    ...deployment.databases.map(({ database, servers, cores, memoryGB, diskTB }) => ({
      what: `Postgres, ${database}: ${servers} with a standby each`,
      dollars: 2 * servers * machine(cores, memoryGB, diskTB),
    })),
    { what: "OpenSearch", dollars: search.nodes * machine(search.cores, search.memoryGB, search.diskTB) },
    { what: "object store", dollars: filesTB * 1_000 * prices.objectGB.value },
    { what: "answers sent", dollars: sentTBPerMonth * 1_000 * prices.sentGB.value },
  ];
}
