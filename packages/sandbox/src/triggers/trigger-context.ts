import type { LabDeps } from "../feature.ts";
import type { World } from "../world.ts";
import { triggers } from "./definitions.ts";
import type { TriggerContext } from "./run-trigger.ts";

/**
 * What triggers of a world run with: its `sandbox.json` and its API. `baseUrl` is this process's own address,
 * because the public one may lead to a proxy.
 */
export function triggerContextOf(
  world: World,
  { worlds, adminToken }: LabDeps,
  baseUrl: string,
): TriggerContext {
  const document = worlds.documentOf(world);
  const tokenOf = (name: string): string | undefined => {
    if (name === "admin") return adminToken;
    return Object.hasOwn(document.users, name) ? document.users[name]?.access_token : undefined;
  };
  return {
    document,
    access: { baseUrl, tokenOf, world: world.id },
    findTrigger: (event) => triggers.get(event),
  };
}
