import { Table, UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";

export interface Column<Row> {
  title: string;
  cell(row: Row): ReactNode;
  /** From which width on it is shown; always when absent. */
  from?: "xs" | "sm" | "md";
}

interface Props<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  /** Opens one; its first cell is the button. */
  open?: ((row: Row) => void) | undefined;
  /** Whether the first cell names its row. */
  isNamed?: boolean;
  /** Whether the titles are left out, where the cells say all. */
  isUntitled?: boolean;
}

/** Rows under titles. What does not fit scrolls, by the keyboard as well. */
export function DataTable<Row>({ label, columns, rows, keyOf, open, isNamed, isUntitled }: Props<Row>) {
  return (
    <Table.ScrollContainer
      minWidth={0}
      scrollAreaProps={{ viewportProps: { tabIndex: 0 }, offsetScrollbars: false }}
    >
      <Table striped highlightOnHover={open !== undefined} aria-label={label} verticalSpacing={6}>
        {!isUntitled && (
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ title, from }) => (
                <Table.Th key={title} visibleFrom={from}>
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
        )}
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)} className={open && "console-row"} onClick={open && (() => open(row))}>
              {columns.map(({ title, cell, from }, index) =>
                isNamed && index === 0 ? (
                  <Table.Th key={title} scope="row" fw={400} style={{ overflowWrap: "break-word" }}>
                    {cell(row)}
                  </Table.Th>
                ) : (
                  <Table.Td key={title} visibleFrom={from}>
                    {open && index === 0 ? (
                      <UnstyledButton fz="inherit">{cell(row)}</UnstyledButton>
                    ) : (
                      cell(row)
                    )}
                  </Table.Td>
                ),
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
