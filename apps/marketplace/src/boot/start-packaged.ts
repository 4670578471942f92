import { packagedUsage, readArguments } from "./arguments.ts";
import { becomeProduct } from "./become-product.ts";
import { findLauncher } from "./launcher.ts";
import { StartRefused } from "./start-refused.ts";

/** `marketplace-api start`: becomes the product in one process. */
export async function startPackaged(words: readonly string[]): Promise<void> {
  const shape = readArguments(words);
  if (shape === "help") return void process.stdout.write(packagedUsage);
  if (shape.split)
    throw new StartRefused("--split needs the repository: the package has the product in one process");
  process.env.MARKETPLACE_LAUNCHER = findLauncher() ?? "";
  await becomeProduct(new URL("./main.js", import.meta.url), words);
}
