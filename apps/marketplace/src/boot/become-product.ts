import { fileURLToPath } from "node:url";

/**
 * Becomes the product of a bundle, so that signals reach it directly. glibc reads MALLOC_TRIM_THRESHOLD_ at
 * the start of a process only, so that another process replaces this one where Node can do that.
 */
export async function becomeProduct(bundle: URL, words: readonly string[]): Promise<void> {
  if (process.execve && process.platform !== "win32") {
    const env = { MALLOC_TRIM_THRESHOLD_: "131072", ...process.env };
    const command = [process.execPath, ...process.execArgv, fileURLToPath(bundle), ...words];
    process.execve(process.execPath, command, env);
  }
  process.argv = [process.execPath, fileURLToPath(bundle), ...words];
  await import(bundle.href);
}
