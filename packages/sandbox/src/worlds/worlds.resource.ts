import { checkWindow, pagingQuery } from "@marketplace/conventions";
import { z } from "zod";
import { operation, resource } from "../feature.ts";
import { problems } from "../problems.ts";
import { viewOf, WorldPage, WorldView } from "./worlds.schema.ts";

const listWorlds = operation({
  id: "listWorlds",
  method: "GET",
  path: "/_sandbox/worlds",
  summary: "Lists the worlds, oldest first",
  query: pagingQuery,
  response: WorldPage,
  handle({ query: { limit, offset } }, deps) {
    checkWindow({ limit, offset });
    const all = deps.worlds.list();
    return {
      paging: { total: all.length, offset, limit },
      results: all.slice(offset, offset + limit).map(viewOf),
    };
  },
});

const getWorld = operation({
  id: "getWorld",
  method: "GET",
  path: "/_sandbox/worlds/{id}",
  summary: "Reads one world",
  example: "/_sandbox/worlds/default",
  params: { id: z.string().describe("Id of the world") },
  response: WorldView,
  errors: [problems.world_not_found],
  handle({ params: { id } }, deps) {
    const world = deps.worlds.find(id);
    if (!world) throw problems.world_not_found({ id });
    return viewOf(world);
  },
});

/** Worlds: whole marketplaces beside each other. */
export const worlds = resource({
  name: "Worlds",
  description: "Whole marketplaces beside each other, each with its own data, clock and faults",
  fields: WorldView,
  operations: [listWorlds, getWorld],
});
