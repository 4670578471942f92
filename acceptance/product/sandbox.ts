import { readFile } from "node:fs/promises";
import type { SandboxDocument } from "@marketplace-api/sandbox";

// One list of the demo's names, for these tests and for those of integrators.
export { categoryNames, itemNames, numberNames, type Person, userNames } from "@marketplace-api/sandbox";

/** `DATA_DIR/sandbox.json`: the contents of the demo (decisions 8.2). */
export type Sandbox = SandboxDocument;

/** Reads a sandbox file. */
export async function readSandbox(path: string): Promise<Sandbox> {
  // process/demo.test.ts compares the file with this shape.
  return JSON.parse(await readFile(path, "utf8")) as Sandbox;
}
