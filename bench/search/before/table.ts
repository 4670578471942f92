import { markdownTable } from "../../measure/markdown-table.ts";

/** A figure of both releases. `undefined` where a release has no such thing, which the table calls none. */
export interface Figure {
  what: string;
  today: number | undefined;
  before: number | undefined;
  /** Decimal places. */
  digits: number;
}

const shown = (value: number | undefined, digits: number): string =>
  value === undefined ? "none" : value.toFixed(digits);

/** No ratio to nothing, or to something that is not there. */
const ratioOf = ({ today, before }: Figure): string =>
  today === undefined || !before ? "" : (today / before).toFixed(2);

/** The figures as a Markdown table. */
export const comparison = (figures: readonly Figure[]): string =>
  markdownTable(
    ["", "release before", "today", "today / before"],
    figures.map((figure) => [
      figure.what,
      shown(figure.before, figure.digits),
      shown(figure.today, figure.digits),
      ratioOf(figure),
    ]),
    1,
  );
