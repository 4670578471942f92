import type { IncomingMessage } from "node:http";
import type { World } from "../world.ts";
import { namedWorlds, onlyOne } from "../world-of.ts";
import type { Worlds } from "../worlds/worlds.ts";
import { worldOfAuthorization, worldOfParameters } from "./credential-worlds.ts";

/**
 * Whether a request may be for another world than `default`. It is asked of every request, so it only looks
 * for what every such request has: a tag in a token, a client id, or the name of a world.
 */
export function mayNameWorld({ headers, url = "" }: IncomingMessage): boolean {
  return (
    headers.authorization?.includes("-w") === true ||
    headers["x-sandbox-world"] !== undefined ||
    headers.host?.includes(".localhost") === true ||
    url.includes("-w") ||
    url.includes("client_id=")
  );
}

/**
 * The world of a request: that of its credential, else that of its host or header, else `default`. Throws a
 * problem when they disagree, or when there is no such world.
 */
export function worldOfRequest(worlds: Worlds, req: IncomingMessage, body = new URLSearchParams()): World {
  const mark = (req.url ?? "").indexOf("?");
  const query = new URLSearchParams(mark < 0 ? "" : req.url?.slice(mark));
  const byCredential =
    worldOfAuthorization(req.headers.authorization) ?? worldOfParameters(query) ?? worldOfParameters(body);
  const names = new Set(namedWorlds(req));
  if (byCredential !== undefined) names.add(byCredential);
  return onlyOne(worlds, names) ?? worlds.default;
}
