import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Engine, must, succeeds } from "./engine.ts";

export const workspace = fileURLToPath(new URL("../..", import.meta.url));

const kinds: [name: RegExp, kind: string][] = [
  [/^node:/, "node"],
  [/^postgres:/, "postgres"],
  [/silo|minio/, "store"],
  [/mailpit/, "mail"],
];

/** The base images that Dockerfiles and docker-compose.yml name, by what stands in for them; those of monitoring are not started. */
async function namedImages(): Promise<[kind: string, image: string][]> {
  const compose = await readFile(join(workspace, "docker-compose.yml"), "utf8");
  const dockerfile = await readFile(join(workspace, "apps/flex-service/Dockerfile"), "utf8");
  const found = [...compose.matchAll(/^ +image: (\S+)$/gm), ...dockerfile.matchAll(/^FROM (\S+)/gm)];
  const images = new Set(found.map(([, image = ""]) => image));
  return [...images].flatMap((image) =>
    kinds.filter(([name]) => name.test(image)).map(([, kind]): [string, string] => [kind, image]),
  );
}

/**
 * Sees to the base images: the registry's where it can be reached. Stand-ins under their names on an engine of our own, which
 * has no others. Says which they are.
 */
export async function provideBaseImages(engine: Engine): Promise<"the registry's" | "stand-ins"> {
  const images = await namedImages();
  if (await succeeds(engine, ["timeout", "30", "docker", "pull", "--quiet", images[0]?.[1] ?? ""])) {
    for (const [, image] of images) await must(engine, ["docker", "pull", "--quiet", image]);
    return "the registry's";
  }
  if (!engine.own) {
    // Pulled before, perhaps.
    for (const [, image] of images) await must(engine, ["docker", "image", "inspect", image]);
    return "the registry's";
  }
  await promisify(execFile)(fileURLToPath(new URL("stand-ins.sh", import.meta.url)));
  for (const [kind, image] of images) await must(engine, ["docker", "tag", `compose-test-${kind}`, image]);
  return "stand-ins";
}
