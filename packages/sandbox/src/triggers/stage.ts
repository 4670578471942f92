import type { LabDeps } from "../feature.ts";
import type { World } from "../world.ts";
import { triggers } from "./definitions.ts";
import type { Stage } from "./run-trigger.ts";

/** Where triggers of a world run: its data, and its API, which this process reaches at the address. */
export function stageOf(world: World, { worlds, adminToken }: LabDeps, baseUrl: string): Stage {
  const document = worlds.documentOf(world);
  const tokenOf = (name: string): string | undefined => {
    if (name === "admin") return adminToken;
    return Object.hasOwn(document.users, name) ? document.users[name]?.access_token : undefined;
  };
  return {
    document,
    access: { baseUrl, tokenOf, world: world.id },
    find: (event) => triggers.get(event),
  };
}
