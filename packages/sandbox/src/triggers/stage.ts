import type { LabDeps } from "../feature.ts";
import type { World } from "../world.ts";
import { triggers } from "./definitions.ts";
import type { Stage } from "./run-trigger.ts";

/** Where triggers of a world run: its data, and its API as its users call it. */
export function stageOf(world: World, { worlds, baseUrl, adminToken }: LabDeps): Stage {
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
