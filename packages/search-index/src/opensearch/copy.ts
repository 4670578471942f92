import { setTimeout } from "node:timers/promises";
import { SearchIndexUnavailable, statusOf } from "./errors.ts";
import { failure, type Server } from "./server.ts";

const pollMs = 200;
/** How often a copy begins again after a node was lost, and how long after. */
const restarts = 5;
const restartMs = 2_000;
/** How long a copy waits for a shard whose node is lost. Another copy of it takes over within seconds. */
const shardTimeout = "15s";

interface Versions {
  from: string;
  to: string;
}

interface Task {
  completed: boolean;
  error?: { reason: string };
  response?: { failures: { status: number; cause: { reason: string } }[] };
}

/**
 * Copies documents with their versions. One that is in the target, or was removed there, stays so: a copy
 * that ended with the node that made it begins again.
 */
export async function copy(server: Server, versions: Versions, signal: AbortSignal): Promise<void> {
  for (let left = restarts; ; left--) {
    try {
      await copyOnce(server, versions, signal);
      break;
    } catch (error) {
      if (left === 0 || signal.aborted || !endedWithNode(error)) throw error;
      await setTimeout(restartMs, undefined, { signal });
      // Nobody can write to it, nor therefore feed the index: better no copy.
      if (await isLost(server, versions.to)) throw error;
    }
  }
  // What was copied is not searched yet, and much of it takes a while. Nobody waits for this one.
  await server.call({ method: "POST", path: `/${versions.to}/_refresh` });
}

/** 404: nobody knows the task any more. */
const endedWithNode = (error: unknown): boolean =>
  error instanceof SearchIndexUnavailable || statusOf(error) === 404;

async function isLost(server: Server, index: string): Promise<boolean> {
  const path = `/_cluster/health/${index}`;
  return (await server.call<{ status: string }>({ method: "GET", path })).status === "red";
}

async function copyOnce(server: Server, { from, to }: Versions, signal: AbortSignal): Promise<void> {
  const { task } = await server.call<{ task: string }>({
    method: "POST",
    path: "/_reindex",
    query: { wait_for_completion: false, timeout: shardTimeout },
    body: {
      conflicts: "proceed",
      source: { index: from },
      dest: { index: to, version_type: "external" },
    },
    once: true,
  });
  for (;;) {
    const { completed, error, response } = await server.call<Task>({
      method: "GET",
      path: `/_tasks/${task}`,
    });
    const [failed] = response?.failures ?? [];
    if (error) throw failure(500, error);
    if (failed) throw failure(failed.status, failed.cause);
    if (completed) return;
    await setTimeout(pollMs, undefined, { signal });
  }
}
