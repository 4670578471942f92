import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Service } from "../services.ts";
import type { FunctionFile } from "./functions.ts";

const folderOf = (service: Service): string =>
  fileURLToPath(new URL(`../../prisma/${service}`, import.meta.url));

/** The committed definitions of a service's functions and triggers. */
export function functionFiles(service: Service): FunctionFile[] {
  const folder = join(folderOf(service), "functions");
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).sort();
  return files.map((file) => ({
    name: file.replace(/\.sql$/, ""),
    sql: readFileSync(join(folder, file), "utf8"),
  }));
}

const dumpFile = (service: Service): string => join(folderOf(service), "schema.dump.sql");

export const readDump = (service: Service): string => readFileSync(dumpFile(service), "utf8");

export const writeDump = (service: Service, schema: string): void => writeFileSync(dumpFile(service), schema);
