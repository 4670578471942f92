import { dayMs, pagingQuery } from "@marketplace/conventions";
import { type ClockState, systemClock } from "@marketplace/server";
import { z } from "zod";
import { exportWorld, importWorld } from "../archive/archive.resource.ts";
import { maxDays } from "../clock/clock.schema.ts";
import { operation, resource } from "../feature.ts";
import { pageOf } from "../page.ts";
import { problems } from "../problems.ts";
import { importRecording } from "../recordings/recordings.resource.ts";
import {
  documentViewOf,
  ForkBody,
  NewWorldBody,
  SnapshotBody,
  SnapshotView,
  snapshotViewOf,
  viewOf,
  WorldDocumentView,
  WorldPage,
  WorldView,
} from "./worlds.schema.ts";

const params = { id: z.string().describe("Id of the world") };

const listWorlds = operation({
  id: "listWorlds",
  method: "GET",
  path: "/_sandbox/worlds",
  summary: "Lists the worlds, oldest first",
  query: pagingQuery,
  response: WorldPage,
  handle: ({ query }, { worlds }) => pageOf(worlds.list(), query, viewOf),
});

/** A clock that begins at this time. */
function beginningAt(time: string): ClockState {
  const offsetMs = Date.parse(time) - systemClock.now().getTime();
  if (offsetMs < 0) throw problems.clock_not_forward();
  if (offsetMs > maxDays * dayMs) throw problems.clock_too_far({ days: maxDays });
  return { offsetMs, frozenAt: null };
}

const createWorld = operation({
  id: "createWorld",
  method: "POST",
  path: "/_sandbox/worlds",
  summary: "Makes a world, with tokens of its own",
  body: NewWorldBody,
  status: 201,
  response: WorldDocumentView,
  errors: [problems.source_not_found, problems.clock_not_forward, problems.clock_too_far],
  async handle({ body: { from, ttl_seconds, clock } }, deps) {
    const wanted = { from, ttlSeconds: ttl_seconds, clock: clock === undefined ? clock : beginningAt(clock) };
    return documentViewOf(await deps.worlds.create(wanted), deps);
  },
});

const getWorld = operation({
  id: "getWorld",
  method: "GET",
  path: "/_sandbox/worlds/{id}",
  summary: "Reads one world",
  example: "/_sandbox/worlds/default",
  params,
  response: WorldView,
  errors: [problems.world_not_found],
  handle({ params: { id } }, { worlds }) {
    const world = worlds.find(id);
    if (!world) throw problems.world_not_found({ id });
    return viewOf(world);
  },
});

const getWorldDocument = operation({
  id: "getWorldDocument",
  method: "GET",
  path: "/_sandbox/worlds/{id}/document",
  summary: "Reads whom and what a world holds, as `sandbox.json` says it of the product",
  example: "/_sandbox/worlds/default/document",
  params,
  response: WorldDocumentView,
  errors: [problems.world_not_found],
  handle({ params: { id } }, deps) {
    const world = deps.worlds.find(id);
    if (!world) throw problems.world_not_found({ id });
    return documentViewOf({ world, document: deps.worlds.documentOf(world) }, deps);
  },
});

const dropWorld = operation({
  id: "dropWorld",
  method: "DELETE",
  path: "/_sandbox/worlds/{id}",
  summary: "Ends a world, with everything that is stored of it",
  params,
  status: 204,
  errors: [problems.world_not_found, problems.default_stays],
  handle: ({ params: { id } }, { worlds }) => worlds.drop(id),
});

const resetWorld = operation({
  id: "resetWorld",
  method: "POST",
  path: "/_sandbox/worlds/{id}/reset",
  summary: "Puts a world back to what it was made from; its first tokens stay, others end",
  params,
  response: WorldDocumentView,
  errors: [problems.world_not_found, problems.source_not_found, problems.default_cannot_be_reset],
  handle: async ({ params: { id } }, deps) => documentViewOf(await deps.worlds.reset(id), deps),
});

const forkWorld = operation({
  id: "forkWorld",
  method: "POST",
  path: "/_sandbox/worlds/{id}/fork",
  summary: "Makes a world out of another as it is now",
  params,
  body: ForkBody,
  status: 201,
  response: WorldDocumentView,
  errors: [problems.world_not_found],
  async handle({ params: { id }, body: { ttl_seconds } }, deps) {
    return documentViewOf(await deps.worlds.fork(id, { ttlSeconds: ttl_seconds }), deps);
  },
});

const createSnapshot = operation({
  id: "createSnapshot",
  method: "POST",
  path: "/_sandbox/worlds/{id}/snapshots",
  summary: "Stores a world as it is now under a name, to make worlds from",
  params,
  body: SnapshotBody,
  status: 201,
  response: SnapshotView,
  errors: [problems.world_not_found, problems.snapshot_exists],
  async handle({ params: { id }, body }, { worlds }) {
    return snapshotViewOf(await worlds.snapshot(id, body.name));
  },
});

/** Worlds: whole marketplaces beside each other. */
export const worlds = resource({
  name: "Worlds",
  description: "Whole marketplaces beside each other, each with its own data, clock and faults",
  fields: WorldView,
  operations: [
    listWorlds,
    createWorld,
    importWorld,
    importRecording,
    getWorld,
    getWorldDocument,
    dropWorld,
    resetWorld,
    forkWorld,
    createSnapshot,
    exportWorld,
  ],
});
