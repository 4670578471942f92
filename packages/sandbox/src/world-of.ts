import type { IncomingMessage } from "node:http";
import { problems } from "./problems.ts";
import type { World } from "./world.ts";
import type { Worlds } from "./worlds/worlds.ts";

const header = "x-sandbox-world";
/** Of these names only: a product may be served as `market.localhost`. */
const worldHost = /^(w\d{5}|default)\.localhost(?::\d+)?$/i;

/** The worlds that a request names by `Host: <world>.localhost` and by its header. */
export function namedWorlds({ headers }: IncomingMessage): string[] {
  const byHost = worldHost.exec(headers.host ?? "")?.[1]?.toLowerCase();
  const byHeader = headers[header];
  return [byHost, byHeader].flat().filter((name): name is string => Boolean(name));
}

/**
 * The world that a request to `/_sandbox` is about: that of its header or of `?world=`, else `default`. The
 * admin token is one for all worlds.
 */
export function administeredWorld(worlds: Worlds, req: IncomingMessage): World {
  const { searchParams } = new URL(req.url ?? "", "http://localhost");
  const named = new Set([...namedWorlds(req), ...searchParams.getAll("world")]);
  return onlyOne(worlds, named) ?? worlds.default;
}

/** The world of these names; `undefined` without a name. */
export function onlyOne(worlds: Worlds, named: ReadonlySet<string>): World | undefined {
  const [id, ...others] = named;
  if (id === undefined) return undefined;
  if (others.length > 0) throw problems.other_world({ names: [...named].join(", ") });
  const world = worlds.find(id);
  if (!world) throw problems.world_not_found({ id });
  return world;
}
