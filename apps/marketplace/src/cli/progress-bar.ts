import type { Writable } from "node:stream";

export interface BarState {
  phase: string;
  done: number;
  total: number;
}

const width = 30;

/** A progress bar that redraws itself on a terminal; in a log or a pipe a line for each tenth of a phase. */
export function progressBar(output: Writable & { isTTY?: boolean }) {
  let phase = "";
  let tenth = 0;
  return {
    update(state: BarState): void {
      if (output.isTTY) output.write(`\r${lineOf(state)}`);
      else if (state.phase !== phase || tenthOf(state) > tenth)
        output.write(`${state.phase} ${state.done}/${state.total}\n`);
      phase = state.phase;
      tenth = tenthOf(state);
    },
    /** Ends the line, so that something else can be printed. */
    end(): void {
      if (output.isTTY && phase !== "") output.write("\n");
      phase = "";
    },
  };
}

const tenthOf = ({ done, total }: BarState): number => Math.floor((10 * done) / Math.max(1, total));

function lineOf({ phase, done, total }: BarState): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(share * width);
  return `${"█".repeat(filled)}${"░".repeat(width - filled)} ${String(Math.round(share * 100)).padStart(3)} % ${phase.padEnd(10)} ${done}/${total}`;
}
