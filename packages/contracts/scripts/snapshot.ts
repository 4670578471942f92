// Records what services may ask of each other at present: `pnpm --filter @marketplace/contracts snapshot`.
import { contracts } from "../src/versions/contracts.ts";
import { writeSnapshot } from "../src/versions/snapshots.ts";

for (const [service, versioned] of Object.entries(contracts)) {
  try {
    writeSnapshot(service, versioned);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
