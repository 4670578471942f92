import { setTimeout } from "node:timers/promises";

/** What a search server says of itself, as sums over its nodes. */
export interface ServerFigures {
  /** Milliseconds of CPU time since it started. */
  cpu(): Promise<number>;
  /** Bytes of heap in use, garbage included. */
  heap(): Promise<number>;
  /** Bytes on disk of these indices, copies included. */
  disk(indices: string): Promise<number>;
  /** Process ids of its nodes. */
  pids(): Promise<number[]>;
  /** Waits until it merges no segments any more; `false` after a quarter of an hour. */
  merged(indices: string): Promise<boolean>;
}

interface NodeStats {
  nodes: Record<
    string,
    { process: { cpu: { total_in_millis: number } }; jvm: { mem: { heap_used_in_bytes: number } } }
  >;
}

interface IndexStats {
  _all: { total: { store?: { size_in_bytes: number }; merges?: { current: number } } };
}

const mergePollMs = 1_000;
const maxPolls = 900;

export function figuresOf(url: string): ServerFigures {
  const ask = async <T>(path: string): Promise<T> => {
    const answer = await fetch(url + path);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return (await answer.json()) as T;
  };
  const nodes = async () => Object.values((await ask<NodeStats>("/_nodes/stats/process,jvm")).nodes);
  const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);
  const total = async (indices: string, what: string) =>
    (await ask<IndexStats>(`/${indices}/_stats/${what}`))._all.total;
  return {
    cpu: async () => sum((await nodes()).map(({ process }) => process.cpu.total_in_millis)),
    heap: async () => sum((await nodes()).map(({ jvm }) => jvm.mem.heap_used_in_bytes)),
    disk: async (indices) => (await total(indices, "store")).store?.size_in_bytes ?? 0,
    async pids() {
      const { nodes } = await ask<{ nodes: Record<string, { process: { id: number } }> }>("/_nodes/process");
      return Object.values(nodes).map(({ process }) => process.id);
    },
    async merged(indices) {
      for (let polls = 0; polls < maxPolls; polls++) {
        if ((await total(indices, "merge")).merges?.current === 0) return true;
        await setTimeout(mergePollMs);
      }
      return false;
    },
  };
}
