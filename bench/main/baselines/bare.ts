import type { Answer } from "../answer.ts";
import { type Child, launch, scriptPath } from "../child.ts";

/** A running baseline. */
export interface Baseline {
  url: string;
  pids: number[];
  stop(): Promise<void>;
}

const readyWithinMs = 60_000;

/** Waits until a serving script reports its port. */
export async function listening(child: Child): Promise<Baseline> {
  try {
    const { port } = await child.next<{ port: number }>(readyWithinMs);
    return { url: `http://127.0.0.1:${port}`, pids: [child.pid], stop: child.stop };
  } catch (error) {
    await child.stop();
    throw error;
  }
}

/** The limit: a node:http server that sends these answers in turn and ignores the request. */
export function startBare(answers: readonly Answer[]): Promise<Baseline> {
  const child = launch({
    core: "server",
    args: [scriptPath("baselines/bare.process.ts")],
    output: "inherit",
  });
  child.process.send(answers.map(({ headers, body }) => ({ headers, body: body.toString("base64") })));
  return listening(child);
}
