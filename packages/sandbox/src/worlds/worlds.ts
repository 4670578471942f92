import type { Readable } from "node:stream";
import type { LeftOut, RecordedResources } from "@marketplace/record";
import type { ClockState } from "@marketplace/server";
import type { World } from "../world.ts";
import type { WorldDocument } from "./engine.ts";

/** The name of the world that is the product itself. */
export const defaultWorld = "default";

/** What a new world is made from, and how long it lasts. */
export interface NewWorld {
  /** `demo`, `empty` or `snapshot:<name>`. */
  from: string;
  ttlSeconds?: number | undefined;
  /** How its clock begins; that of a snapshot as it stood, else real time, when absent. */
  clock?: ClockState | undefined;
}

/** A world with what it holds. */
export interface MadeWorld {
  world: World;
  document: WorldDocument;
}

/** All worlds, and what can be done with them. */
export interface Worlds {
  /** The world `default`. */
  readonly default: World;
  find(id: string): World | undefined;
  /** Whether there is another than `default`, or was one since the start. */
  readonly hasOthers: boolean;
  /** In the order in which they were made. */
  list(): World[];
  /** What a world holds; of a world that `find` gives. */
  documentOf(world: World): WorldDocument;
  /** Where the files of a world are; of a world that `find` gives. */
  folderOf(world: World): string;
  create(wanted: NewWorld): Promise<MadeWorld>;
  /** Ends a world, with everything that is stored of it. */
  drop(id: string): Promise<void>;
  /** Puts a world back to what it was made from; its id and the tokens it was made with stay. */
  reset(id: string): Promise<MadeWorld>;
  /** Makes a world out of another as it is now. */
  fork(id: string, wanted: Pick<NewWorld, "ttlSeconds">): Promise<MadeWorld>;
  /** An archive of a world as it is now: a tar, compressed by gzip. */
  export(id: string): Promise<Readable>;
  /** Makes a world out of an archive; throws ArchiveRefused when it is none of this release. */
  import(archive: Readable, wanted: Pick<NewWorld, "ttlSeconds">): Promise<MadeWorld>;
  /** Makes a world out of what a recording shows. */
  fromRecording(
    recorded: RecordedResources,
    wanted: Pick<NewWorld, "ttlSeconds">,
  ): Promise<MadeWorld & { leftOut: LeftOut[] }>;
  /** Stores a world as it is now under a name, for new worlds. */
  snapshot(id: string, name: string): Promise<Snapshot>;
  /** All snapshots, oldest first. */
  snapshots(): Promise<Snapshot[]>;
  /** Removes a snapshot; not while a world goes back to it at a reset. */
  dropSnapshot(name: string): Promise<void>;
  /** Ends all worlds but `default`. */
  close(): Promise<void>;
}

export interface Snapshot {
  name: string;
  createdAt: Date;
}
