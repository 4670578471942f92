import { execFile } from "node:child_process";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { newDataDir, started } from "../process/running.ts";
import { expectWhole } from "./checks.ts";
import { placeOrder, plentifulItem, uploadTo, type Written } from "./traffic.ts";

/**
 * Starts a product on a new data directory, uploads files and stops it; then starts on a copy and reads the
 * same bytes. The shell command copies the folder `$FROM` to `$TO`, in the parent of both.
 */
export async function expectCopyServes(command: string): Promise<void> {
  const dataDir = await newDataDir();
  const product = await started({ dataDir, prepared: true });
  const item = await plentifulItem(product);
  const uploads: Written[] = [];
  for (let n = 0; n < 3; n++) uploads.push(await uploadTo(product, (await placeOrder(product, item)).id));
  await product.stop();

  const env = { ...process.env, FROM: "data", TO: "copy" };
  await promisify(execFile)("sh", ["-ec", command], { cwd: dirname(dataDir), env });
  const copy = await started({ dataDir: `${dirname(dataDir)}/copy` });
  expect(copy.sandbox.users).toEqual(product.sandbox.users);
  await expectWhole(copy, uploads, "none");
}
