import { isDeepStrictEqual } from "node:util";
import { SearchIndexMoved, statusOf } from "./errors.ts";
import type { Server } from "./server.ts";

interface Stored {
  cursor: string | undefined;
  /** Rises with every process that begins to feed the index: a fencing token. */
  epoch: number;
  /** By site, the version that is being filled: every process writes its changes there, too. */
  next: Readonly<Record<string, string>>;
  /** Of the document, for the next conditional write. `undefined` if there is none. */
  version: { if_seq_no: number; if_primary_term: number } | undefined;
}

/** How often a process tries to become the one that feeds the index. */
const attempts = 3;

export type State = ReturnType<typeof createState>;

/** The cursor beside the index, and which process may move it. */
export function createState(server: Server, prefix: string) {
  const index = `${prefix}-state`;
  const path = `/${index}/_doc/state`;
  let stored: Stored | undefined;
  let holding = false;

  /** Whether another process has written since, or the server lost what it had. */
  const load = async (): Promise<boolean> => {
    interface Answer {
      _seq_no: number;
      _primary_term: number;
      _source: { cursor: string | null; epoch: number; next?: Record<string, string> };
    }
    const found = await server.call<Answer>({ method: "GET", path }).catch(unlessMissing);
    const version = found && { if_seq_no: found._seq_no, if_primary_term: found._primary_term };
    if (stored && isDeepStrictEqual(version, stored.version)) return false;
    const { cursor, epoch = 0, next = {} } = found?._source ?? {};
    stored = { cursor: cursor ?? undefined, epoch, next, version };
    holding = false;
    return true;
  };

  /** Compare-and-set; false if another process was first. */
  const write = async ({ cursor, epoch, next }: Omit<Stored, "version">): Promise<boolean> => {
    const written = await server
      .call<{ _seq_no: number; _primary_term: number }>({
        method: "PUT",
        path,
        query: stored?.version ?? { op_type: "create" },
        body: { cursor: cursor ?? null, epoch, next },
        once: true,
      })
      .catch((error: unknown) => {
        if (statusOf(error) === 409) return undefined;
        throw error;
      });
    if (!written) return false;
    const version = { if_seq_no: written._seq_no, if_primary_term: written._primary_term };
    stored = { cursor, epoch, next, version };
    return true;
  };

  return {
    load,
    /** `undefined` also before the first `load`. */
    cursor: () => stored?.cursor,
    /** Version of what this process writes. */
    epoch: () => stored?.epoch ?? 0,
    next: () => stored?.next ?? {},
    /** Becomes the process that feeds the index; false if it is that already. */
    async hold(): Promise<boolean> {
      if (holding) return false;
      for (let attempt = 0; !holding; attempt++) {
        if (attempt === attempts) throw new SearchIndexMoved("another process feeds the search index");
        await load();
        const { cursor, epoch = 0, next = {}, version } = stored ?? {};
        if (!version) await create(server, index);
        // The time stays ahead of the epochs that a lost document had.
        holding = await write({ cursor, epoch: Math.max(epoch + 1, Date.now()), next });
      }
      return true;
    },
    /** Throws `SearchIndexMoved` if another process began to feed the index. */
    async store(changed: Partial<Pick<Stored, "cursor" | "next">>): Promise<void> {
      const { cursor, epoch = 0, next = {} } = stored ?? {};
      if (await write({ cursor, epoch, next, ...changed })) return;
      await load();
      throw new SearchIndexMoved("another process feeds the search index");
    },
  };
}

async function create(server: Server, index: string): Promise<void> {
  const body = {
    settings: { index: { number_of_shards: 1, auto_expand_replicas: "0-1" } },
    mappings: { dynamic: false },
  };
  await server.call({ method: "PUT", path: `/${index}`, body }).catch(unlessExists);
}

export function unlessMissing(error: unknown): undefined {
  if (statusOf(error) !== 404) throw error;
  return undefined;
}

export function unlessExists(error: unknown): undefined {
  if (!(statusOf(error) === 400 && String(error).includes("resource_already_exists"))) throw error;
  return undefined;
}
