import { type Figures, floors, startBounds } from "./floors.ts";
import type { Row } from "./measure.ts";
import type { StartFigures } from "./start-figures.ts";

/** The result of checking one floor. */
export interface Verdict {
  text: string;
  holds: boolean;
}

/**
 * Checks the floors of all paths that were measured. One that compares with a contender that could not be
 * started has no verdict; one of a row that is not there is missed.
 */
export function verdicts(rows: readonly Row[], { warmStartMs, idleMiB }: StartFigures): Verdict[] {
  const measured = new Map(rows.map((row) => [`${row.path}/${row.contender}`, row]));
  const paths = [...new Set(rows.map(({ path }) => path))];
  const found = paths
    .flatMap((path) => floors.filter(({ row }) => row.startsWith(`${path}/`)))
    .map(({ row: name, what, holds }) => {
      const row = measured.get(name);
      return row
        ? { text: `${row.title}, ${row.contender}: ${what}`, holds: holds(figuresOf(row, rows)) }
        : { text: `${name}: ${what} (not measured)`, holds: false };
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
