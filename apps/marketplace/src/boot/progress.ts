import type { Writable } from "node:stream";
import { StartInterrupted } from "./start-interrupted.ts";

export type Progress = ReturnType<typeof progressOn>;

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/**
 * Shows steps with durations: a spinner on a terminal, in a log a line for each slow and finished one. Once
 * the signal has aborted no further step begins: it rejects with StartInterrupted.
 */
export function progressOn(output: Writable & { isTTY?: boolean }, signal?: AbortSignal) {
  return {
    async step<T>(title: string, work: () => Promise<T>): Promise<T> {
      if (signal?.aborted) throw new StartInterrupted("the start was interrupted");
      const startedAt = performance.now();
      const seconds = () => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
      const stop = output.isTTY ? spin(output, title, seconds) : announceLate(output, title);
      try {
        const result = await work();
        stop();
        output.write(`  ✓ ${title} (${seconds()})\n`);
        return result;
      } catch (error) {
        stop();
        output.write(`  ✗ ${title}\n`);
        throw error;
      }
    },
  };
}

function spin(output: Writable, title: string, seconds: () => string): () => void {
  let turn = 0;
  const timer = setInterval(() => {
    output.write(`\r  ${frames[turn++ % frames.length]} ${title} … ${seconds()}`);
  }, 100);
  return () => {
    clearInterval(timer);
    output.write("\r\u001b[K");
  };
}

function announceLate(output: Writable, title: string): () => void {
  const timer = setTimeout(() => output.write(`  … ${title}\n`), 1_500);
  return () => clearTimeout(timer);
}
