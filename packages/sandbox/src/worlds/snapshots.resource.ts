import { pagingQuery } from "@marketplace/conventions";
import { operation, resource } from "../feature.ts";
import { pageOf } from "../page.ts";
import { problems } from "../problems.ts";
import { SnapshotName, SnapshotPage, SnapshotView, snapshotViewOf } from "./worlds.schema.ts";

const listSnapshots = operation({
  id: "listSnapshots",
  method: "GET",
  path: "/_sandbox/snapshots",
  summary: "Lists the snapshots, oldest first",
  query: pagingQuery,
  response: SnapshotPage,
  handle: async ({ query }, { worlds }) => pageOf(await worlds.snapshots(), query, snapshotViewOf),
});

const dropSnapshot = operation({
  id: "dropSnapshot",
  method: "DELETE",
  path: "/_sandbox/snapshots/{name}",
  summary: "Removes a snapshot, which no world goes back to at a reset",
  example: "/_sandbox/snapshots/asked",
  params: { name: SnapshotName },
  status: 204,
  errors: [problems.snapshot_not_found, problems.snapshot_in_use],
  handle: ({ params: { name } }, { worlds }) => worlds.dropSnapshot(name),
});

/** Snapshots: stored states of worlds, to make worlds from. */
export const snapshots = resource({
  name: "Snapshots",
  description: "Stored states of worlds under names, to make worlds from",
  fields: SnapshotView,
  operations: [listSnapshots, dropSnapshot],
});
