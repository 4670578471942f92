import { access } from "node:fs/promises";
import { layoutOf } from "./file.layout.ts";
import { unlessAbsent } from "./file.records.ts";
import { settleLeftovers } from "./file.recovery.ts";
import { isWitnessed } from "./file.witness.ts";

/**
 * Removes what uploads under way left in a file store, however young. Only for whoever knows that no process uses the store;
 * needs no free space. A store that is missing, or whose copy has lost its records, is left as it is.
 */
export async function sweepFileStore(root: string): Promise<void> {
  const layout = layoutOf(root);
  const isAbsent = (await unlessAbsent(access(layout.objects).then(() => true))) === null;
  if (isAbsent || !(await isWitnessed(layout))) return;
  await settleLeftovers(layout, 0);
}
