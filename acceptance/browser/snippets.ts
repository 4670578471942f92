import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { installed } from "@marketplace/testkit/debian-package";

export type SnippetLanguage = "curl" | "TypeScript" | "Python" | "PHP";

/** A program of the path. It is installed from Debian when it is missing; where it cannot be, this throws. */
function program(name: string, debian: string): string {
  const find = () => (spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0 ? name : undefined);
  const advice = `The snippets of the console need ${name} (Debian: apt-get install ${debian})`;
  return installed({ name: debian, find, advice });
}

/** How a reader runs what they have pasted into a file. */
const runners: Record<SnippetLanguage, { file: string; command(): string }> = {
  curl: {
    file: "first.sh",
    command() {
      program("curl", "curl");
      return "sh";
    },
  },
  TypeScript: { file: "first.ts", command: () => process.execPath },
  Python: { file: "first.py", command: () => program("python3", "python3") },
  PHP: { file: "first.php", command: () => program("php", "php-cli") },
};

/** What a snippet prints that is pasted into a file of an empty folder and run; throws when it fails. */
export async function printedBySnippet(language: SnippetLanguage, text: string): Promise<string> {
  const { file, command } = runners[language];
  const cwd = await mkdtemp(join(tmpdir(), "marketplace-snippet-"));
  try {
    await writeFile(join(cwd, file), text);
    const { stdout } = await promisify(execFile)(command(), [file], { cwd, timeout: 60_000 });
    return stdout;
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}
