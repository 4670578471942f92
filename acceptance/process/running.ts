import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Launch, launch, type Product } from "../product/product.ts";

/** A path for a new data directory, below a folder that is removed after the test. */
export async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "marketplace-process-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "data");
}

/** Starts a product that is stopped after the test, also when the test fails. */
export async function started(options: Launch): Promise<Product> {
  const product = await launch(options);
  onTestFinished(async () => void (await product.stop()));
  return product;
}
