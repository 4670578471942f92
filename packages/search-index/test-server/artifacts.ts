import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const pom = fileURLToPath(new URL("pom.xml", import.meta.url));
const launcher = fileURLToPath(new URL("Server.java", import.meta.url));
/** Of Debian; the launcher is compiled. */
const packages = ["default-jdk-headless", "maven"];
const installMinutes = 10;

function succeeds(command: string, args: readonly string[]): boolean {
  const stdio = ["ignore", "inherit", "inherit"] as const;
  return spawnSync(command, args, { stdio: [...stdio], timeout: installMinutes * 60_000 }).status === 0;
}

const isInstalled = (command: string): boolean =>
  spawnSync(command, ["-version"], { stdio: "ignore" }).status === 0;

/** Installs Java and Maven if they are missing: as root on Debian, else it throws. */
function ensureJava(): void {
  if (["javac", "mvn"].every(isInstalled)) return;
  const install = `apt-get install ${packages.join(" ")}`;
  if (process.getuid?.() !== 0)
    throw new Error(`a JDK and Maven are missing, and only root installs them: ${install}`);
  process.env.DEBIAN_FRONTEND = "noninteractive";
  const args = ["install", "-y", "-q", "--no-install-recommends", ...packages];
  if (succeeds("apt-get", args) || (succeeds("apt-get", ["update", "-q"]) && succeeds("apt-get", args)))
    return;
  throw new Error(`this failed: ${install}`);
}

/** The class path of the server: its jars from Maven Central and the launcher, or both of an earlier run. */
export function serverClassPath(): string {
  ensureJava();
  const jars = madeOnce("opensearch", [pom], (folder) => {
    const args = ["-q", "-B", "-f", pom, "dependency:copy-dependencies", `-DoutputDirectory=${folder}`];
    if (!succeeds("mvn", args)) throw new Error("Maven could not get the parts of the OpenSearch server");
  });
  const libraries = path.join(jars, "*");
  const classes = madeOnce("opensearch-launcher", [pom, launcher], (folder) => {
    if (!succeeds("javac", ["-d", folder, "-cp", libraries, launcher]))
      throw new Error("the launcher of the OpenSearch server could not be compiled");
  });
  return [classes, libraries].join(path.delimiter);
}

/** A folder in the cache that belongs to the contents of these files; made if no run has made it. */
function madeOnce(name: string, sources: readonly string[], make: (folder: string) => void): string {
  const hash = createHash("sha256");
  for (const source of sources) hash.update(readFileSync(source));
  const cache = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache"), "marketplace-api");
  const folder = path.join(cache, `${name}-${hash.digest("hex").slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  const partial = `${folder}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  make(partial);
  // Another run may have been faster.
  if (existsSync(folder)) rmSync(partial, { recursive: true });
  else renameSync(partial, folder);
  return folder;
}
