import { SearchIndexMoved, statusOf } from "./errors.ts";
import type { Server } from "./server.ts";

interface Stored {
  cursor: string | undefined;
  /** Rises with every process that begins to feed the index: a fencing token. */
  epoch: number;
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
  let stored: Stored = { cursor: undefined, epoch: 0, version: undefined };
  let holding = false;

  const load = async (): Promise<void> => {
    interface Answer {
      _seq_no: number;
      _primary_term: number;
      _source: { cursor: string | null; epoch: number };
    }
    const found = await server.call<Answer>({ method: "GET", path }).catch(unlessMissing);
    stored = found
      ? {
          cursor: found._source.cursor ?? undefined,
          epoch: found._source.epoch,
          version: { if_seq_no: found._seq_no, if_primary_term: found._primary_term },
        }
      : { cursor: undefined, epoch: 0, version: undefined };
  };

  /** Compare-and-set; false if another process was first. */
  const write = async (cursor: string | undefined, epoch: number): Promise<boolean> => {
    const written = await server
      .call<{ _seq_no: number; _primary_term: number }>({
        method: "PUT",
        path,
        query: stored.version ?? { op_type: "create" },
        body: { cursor: cursor ?? null, epoch },
        once: true,
      })
      .catch((error: unknown) => {
        if (statusOf(error) === 409) return undefined;
        throw error;
      });
    if (!written) return false;
    const version = { if_seq_no: written._seq_no, if_primary_term: written._primary_term };
    stored = { cursor, epoch, version };
    return true;
  };

  return {
    load,
    cursor: () => stored.cursor,
    /** Becomes the process that feeds the index, and answers the version of what it writes. */
    async hold(): Promise<number> {
      for (let attempt = 0; !holding; attempt++) {
        if (attempt === attempts) throw new SearchIndexMoved("another process feeds the search index");
        await load();
        if (!stored.version) await create(server, index);
        // The time stays ahead of the epochs that a lost document had.
        holding = await write(stored.cursor, Math.max(stored.epoch + 1, Date.now()));
      }
      return stored.epoch;
    },
    /** Throws `SearchIndexMoved` if another process began to feed the index. */
    async store(cursor: string | undefined): Promise<void> {
      if (await write(cursor, stored.epoch)) return;
      await this.release();
      throw new SearchIndexMoved("another process feeds the search index");
    },
    /** Another process feeds the index, until this one takes over again. */
    async release(): Promise<void> {
      holding = false;
      await load();
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
