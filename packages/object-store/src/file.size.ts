import { layoutOf, objectPath, sizeOf } from "./file.layout.ts";
import { linkedPath } from "./file.symlinks.ts";

/**
 * The size in bytes of an object's file below the root of a file store; null without a file. Does not open
 * the store, because opening one converts and sweeps it.
 */
export async function sizeOfFile(root: string, key: string): Promise<number | null> {
  const layout = layoutOf(root);
  const present = await sizeOf(objectPath(layout, key));
  if (present !== null) return present;
  const linked = await linkedPath(layout, key);
  return linked === null ? null : sizeOf(linked);
}
