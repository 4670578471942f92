import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { incompatibilities } from "./compatibility.ts";
import type { VersionedContract } from "./contracts.ts";
import { type ContractShape, shapeOf } from "./shape.ts";

const committed = fileURLToPath(new URL("../../snapshots", import.meta.url));

/** Where the snapshot of a service's contract lies: one file per version. */
const snapshotFile = (service: string, version: number, folder = committed): string =>
  join(folder, `${service}.v${version}.json`);

/** The snapshot of a version of a service's contract; `undefined` when there is none. */
export function readSnapshot(
  service: string,
  version: number,
  folder = committed,
): ContractShape | undefined {
  const file = snapshotFile(service, version, folder);
  // Only writeSnapshot writes these files.
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as ContractShape) : undefined;
}

/**
 * Writes a contract's snapshot (`pnpm --filter @marketplace/contracts snapshot`); throws when it is
 * incompatible with the stored snapshot of the same version.
 */
export function writeSnapshot(
  service: string,
  { version, contract }: VersionedContract,
  folder = committed,
): void {
  const found = incompatibilities(readSnapshot(service, version, folder) ?? {}, contract);
  if (found.length > 0) throw new Error(incompatibilityMessage(service, version, found));
  const text = JSON.stringify(shapeOf(contract), undefined, 2);
  writeFileSync(snapshotFile(service, version, folder), `${text}\n`);
}

export function incompatibilityMessage(service: string, version: number, found: readonly string[]): string {
  const advice = `raise its version to ${version + 1} in packages/contracts/src/versions/contracts.ts`;
  return `${service}: services of the committed snapshot cannot work with this contract; make a compatible change, or ${advice}:\n  ${found.join("\n  ")}`;
}
