import type { Writable } from "node:stream";

export interface BarState {
  phase: string;
  done: number;
  total: number;
}

const width = 30;

/** A progress bar that redraws itself on a terminal, and writes one line per phase to a log. */
export function progressBar(output: Writable & { isTTY?: boolean }) {
  let phase = "";
  return {
    update(state: BarState): void {
      if (output.isTTY) output.write(`\r${lineOf(state)}`);
      else if (state.phase !== phase) output.write(`${state.phase} ${state.done}/${state.total}\n`);
      phase = state.phase;
    },
    end(): void {
      if (output.isTTY && phase !== "") output.write("\n");
    },
  };
}

function lineOf({ phase, done, total }: BarState): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(share * width);
  return `${"█".repeat(filled)}${"░".repeat(width - filled)} ${String(Math.round(share * 100)).padStart(3)} % ${phase.padEnd(10)} ${done}/${total}`;
}
