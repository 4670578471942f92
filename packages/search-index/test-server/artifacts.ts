import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const pom = fileURLToPath(new URL("pom.xml", import.meta.url));
/** Of Debian; `java` runs the source of the launcher, so that it needs a compiler. */
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

/** The folder with the server's jars, from Maven Central or from an earlier run. */
export function serverJars(): string {
  ensureJava();
  const version = createHash("sha256").update(readFileSync(pom)).digest("hex").slice(0, 12);
  const cache = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache"), "marketplace-api");
  const jars = path.join(cache, `opensearch-${version}`);
  if (existsSync(jars)) return jars;
  const partial = `${jars}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  const args = ["-q", "-B", "-f", pom, "dependency:copy-dependencies", `-DoutputDirectory=${partial}`];
  if (!succeeds("mvn", args)) throw new Error("Maven could not get the parts of the OpenSearch server");
  // Another run may have been faster.
  if (existsSync(jars)) rmSync(partial, { recursive: true });
  else renameSync(partial, jars);
  return jars;
}
