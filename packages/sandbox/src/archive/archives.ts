import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Service } from "@marketplace/database";
import { type ClockState, diskReserve, type Logger, type SystemClock } from "@marketplace/server";
import manifestOfRelease from "../../package.json" with { type: "json" };
import type { World } from "../world.ts";
import type { Engine, WorldDocument } from "../worlds/engine.ts";
import type { States } from "../worlds/states.ts";
import { ArchiveRefused } from "./archive-refused.ts";
import { contentsOf, documentOf } from "./contents.ts";
import { assertFitsRelease } from "./fits-release.ts";
import { loadState } from "./load-state.ts";
import { type Manifest, manifestName } from "./manifest.schema.ts";
import { filePart } from "./parts.ts";
import { receiveArchive } from "./receive-archive.ts";
import { filesOfState, spoolDatabases } from "./spool-state.ts";
import { writeArchive } from "./write-archive.ts";

interface Parts {
  states: States;
  engine: Pick<Engine, "unexported" | "adopt">;
  systemClock: SystemClock;
  log: Logger;
}

/** What an archive says beside what is stored. */
interface Described {
  world: Pick<World, "id" | "from">;
  document: WorldDocument;
  clock: ClockState;
}

/** What a world is made of again. */
interface Unpacked {
  document: WorldDocument;
  clock: ClockState;
}

/** Positions in the log of a server, which mean nothing on another. */
const ofServer = ["last_writes"] as const;
/** What stays free on the disk. */
const minFreeBytes = 256 * 1024 * 1024;
/** Received files and the rows that are made of them. */
const copiesOnDisk = 2;

const spoolOf = (states: States, key: string): string => join(states.folderOf(key), "archive");

/** Archives of worlds: databases as rows, files, and the clock. */
export function createArchives({ states, engine, systemClock, log }: Parts) {
  const leftOut = async () => {
    const unexported = await engine.unexported();
    return (service: Service) => [...(unexported[service] ?? []), ...ofServer];
  };

  /** The schema of a state of this release, without the tables that are left out. */
  async function shapeOf(key: string) {
    const without = await leftOut();
    return async (service: Service) => {
      const shape = await states.withTables(key, service, (tables) => tables.shape());
      return { ...shape, tables: shape.tables.filter(({ name }) => !without(service).includes(name)) };
    };
  }

  return {
    /** Packs a copy of a world that nothing uses. Its folder is needed until the stream has ended. */
    async pack(key: string, { world, document, clock }: Described): Promise<Readable> {
      const folder = spoolOf(states, key);
      const databases = await spoolDatabases({ states, key, folder, leftOut: await leftOut() });
      const manifest: Manifest = {
        format: "marketplace-world",
        version: 1,
        release: manifestOfRelease.version,
        created_at: systemClock.now().toISOString(),
        world: { id: world.id, from: world.from },
        clock: { offset_ms: clock.offsetMs, frozen_at: clock.frozenAt?.toISOString() ?? null },
        contents: contentsOf(document),
        databases,
        files: await filesOfState(states.folderOf(key)),
      };
      const stored = filePart("");
      const pathOf = (part: string) =>
        part.startsWith(stored) ? join(states.folderOf(key), part.slice(stored.length)) : join(folder, part);
      return writeArchive({ manifest, pathOf });
    },

    /**
     * Makes the state of a new world of an archive; its tokens are still to be issued. Throws ArchiveRefused:
     * then the caller removes what there is of the state.
     */
    async unpack(body: Readable, key: string): Promise<Unpacked> {
      const staged = `i${key.slice(1)}`;
      const folder = spoolOf(states, staged);
      const room = diskReserve({ paths: [states.folderOf("default")], minFreeBytes, log });
      let release = () => {};
      const accept = async (manifest: Manifest, bytes: number) => {
        release = await room.hold(bytes * copiesOnDisk);
        await states.copy("empty", key);
        await assertFitsRelease(manifest, await shapeOf(key));
      };
      try {
        const manifest = await receiveArchive(body, { folder, accept });
        await loadState({ states, key, folder, manifest, kept: ofServer });
        await adopt(key, manifest);
        const { offset_ms, frozen_at } = manifest.clock;
        const frozenAt = frozen_at === null ? null : new Date(frozen_at);
        return { document: documentOf(manifest.contents), clock: { offsetMs: offset_ms, frozenAt } };
      } finally {
        release();
        await states.drop(staged);
      }
    },
  };

  async function adopt(key: string, { contents: { users, applications, tokens } }: Manifest): Promise<void> {
    const owners = Object.entries(tokens).map(([name, id]) => [`tokens.${name}`, { id }] as const);
    const named = { users: { ...users, ...Object.fromEntries(owners) }, applications };
    const [missing] = await engine.adopt(key, named);
    if (missing === undefined) return;
    const why = `the manifest names ${missing}, whom the databases do not hold`;
    throw new ArchiveRefused("wrong_contents", why, { entry: manifestName });
  }
}
