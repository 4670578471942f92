/** Rows under a head, in columns: the first to the left, the others to the right. */
export function textTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? "").length)));
  return all
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** A number with three significant digits and separated thousands. */
export const figure = (value: number): string => {
  if (value === 0) return "0";
  const rounded = Number(value.toPrecision(3));
  return rounded >= 1_000 ? rounded.toLocaleString("en-US") : String(rounded);
};

export const percent = (share: number): string => `${figure(share * 100)} %`;
