import type { Database } from "./operations.ts";

/** A server of Postgres, and of questions the one of the largest site. */
export interface DatabaseServer {
  database: Database;
  /** Servers like this one, each with a standby: one, and of questions one for each site. */
  servers: number;
  cores: number;
  memoryGB: number;
  diskTB: number;
  maxConnections: number;
}

/** Machines for the marketplace that is asked about. */
export interface Deployment {
  name: string;
  /** Processes of all services together, gateways included; each uses one core. */
  processes: number;
  gateways: number;
  processesPerMachine: number;
  memoryPerProcessGB: number;
  databases: readonly DatabaseServer[];
  search: { nodes: number; cores: number; memoryGB: number; diskTB: number; copies: number };
  /** What the network of a machine of processes passes, each way. */
  gigabitsPerMachine: number;
  /** What a server of Postgres writes and sends to its standby in a second. */
  logMegabytes: number;
  /** `DATABASE_POOL_SIZE`. */
  poolSize: number;
  /** How much of each kind is used at most. */
  limits: { cpu: number; memory: number; disk: number; network: number };
}

export const reference: Deployment = {
  name: "reference",
  processes: 96,
  gateways: 24,
  processesPerMachine: 8,
  memoryPerProcessGB: 1,
  databases: [
    { database: "catalog", servers: 1, cores: 32, memoryGB: 256, diskTB: 2, maxConnections: 1_000 },
    { database: "questions", servers: 5, cores: 8, memoryGB: 128, diskTB: 2, maxConnections: 400 },
    { database: "orders", servers: 1, cores: 16, memoryGB: 512, diskTB: 8, maxConnections: 400 },
    { database: "invoices", servers: 1, cores: 4, memoryGB: 256, diskTB: 4, maxConnections: 400 },
    { database: "gateway", servers: 1, cores: 8, memoryGB: 32, diskTB: 0.5, maxConnections: 600 },
  ],
  search: { nodes: 6, cores: 8, memoryGB: 64, diskTB: 1, copies: 2 },
  gigabitsPerMachine: 10,
  logMegabytes: 100,
  poolSize: 10,
  limits: { cpu: 0.7, memory: 1, disk: 0.8, network: 0.6 },
};
