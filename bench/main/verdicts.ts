import { type Figures, floors, startBounds } from "./floors.ts";
import type { Row } from "./measure.ts";
import type { StartFigures } from "./start-figures.ts";

/** The result of checking one floor. */
export interface Verdict {
  text: string;
  holds: boolean;
}

/** Checks every floor whose figure was measured. */
export function verdicts(rows: readonly Row[], { warmStartMs, idleMiB }: StartFigures): Verdict[] {
  const found = rows
    .flatMap((row) => {
      const figures = figuresOf(row, rows);
      const name = `${row.path}/${row.contender}`;
      return floors
        .filter((floor) => floor.row === name)
        .map(({ what, holds }) => ({
          text: `${row.title}, ${row.contender}: ${what}`,
          holds: holds(figures),
        }));
    })
    .filter((verdict): verdict is Verdict => verdict.holds !== undefined);
  const { warmStartSeconds, idleMiB: maxMiB } = startBounds;
  found.push({
    text: `warm start below ${warmStartSeconds} s`,
    holds: warmStartMs < warmStartSeconds * 1_000,
  });
  if (idleMiB !== undefined) found.push({ text: `idle memory below ${maxMiB} MiB`, holds: idleMiB < maxMiB });
  return found;
}

function figuresOf({ path, ofLimit, median }: Row, rows: readonly Row[]): Figures {
  const times = (contender: string): number | undefined => {
    const other = rows.find((row) => row.path === path && row.contender === contender);
    return other && median.perSecond / other.median.perSecond;
  };
  return { ofLimit, timesPrism: times("Prism"), timesChain: times("Express chain"), p99: median.p99 };
}
