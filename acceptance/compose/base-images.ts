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

/** Base images of the Dockerfiles and of docker-compose.yml, by their stand-in. Monitoring is not started. */
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
 * Provides the base images: pulled where the registry can be reached, otherwise stand-ins under the same
 * names, on an engine that this program started. Reports which ones they are.
 */
export async function provideBaseImages(engine: Engine): Promise<"the registry's" | "stand-ins"> {
  const images = await namedImages();
  if (await succeeds(engine, ["timeout", "30", "docker", "pull", "--quiet", images[0]?.[1] ?? ""])) {
    for (const [, image] of images) await must(engine, ["docker", "pull", "--quiet", image]);
    return "the registry's";
  }
  if (!engine.own) {
    // An earlier run may have pulled it.
    for (const [, image] of images) await must(engine, ["docker", "image", "inspect", image]);
    return "the registry's";
  }
  await promisify(execFile)(fileURLToPath(new URL("stand-ins.sh", import.meta.url)));
  for (const [kind, image] of images)
    await must(engine, ["docker", "tag", `compose-test-${kind}`, withoutDigest(image)]);
  return "stand-ins";
}

/** An image's reference by its tag alone, which a stand-in can carry; its digest is the registry's. */
export const withoutDigest = (text: string): string => text.replaceAll(/@sha256:[0-9a-f]{64}/g, "");
