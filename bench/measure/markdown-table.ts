/** A Markdown table whose first `left` columns are to the left, the others to the right. */
export function markdownTable(
  head: readonly string[],
  lines: readonly (readonly string[])[],
  left: number,
): string {
  const widths = head.map((name, column) =>
    Math.max(name.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  const padded = (cell: string, column: number) =>
    column < left ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  const line = (cells: readonly string[]) => `| ${cells.map(padded).join(" | ")} |`;
  const rule = widths.map((width, column) =>
    column < left ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  return [line(head), line(rule), ...lines.map(line)].join("\n");
}
