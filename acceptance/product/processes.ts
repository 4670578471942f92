import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** All services. The gateway comes last, because it needs the others. */
export const serviceNames = [
  "catalog-service",
  "questions-service",
  "orders-service",
  "invoices-service",
  "flex-service",
  "edge-gateway",
] as const;

/** A process of a service. */
export interface Running {
  name: string;
  url: string;
  pid: number;
}

/** Reads the services' processes from a `run.json`, which the start command writes. */
export function servicesIn(runFile: string): Running[] {
  // The file is replaced atomically, also when a process is replaced.
  return (JSON.parse(readFileSync(runFile, "utf8")) as { services: Running[] }).services;
}

/** The current processes of the product on a data directory. */
export const servicesOf = (dataDir: string): Running[] => servicesIn(join(dataDir, "run.json"));

/** Resident memory of a process, in bytes (Linux). */
export function memoryOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) * 1024;
}

/** How many files and sockets a process has open (Linux). */
export const descriptorsOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
