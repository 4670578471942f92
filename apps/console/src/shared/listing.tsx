import { Button, Stack, Table, Text, UnstyledButton } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { common } from "../texts/common.ts";
import { useTexts } from "../texts/texts.ts";
import type { FilterAccess } from "./filters.ts";
import { Paging } from "./paging.tsx";
import { QueryView } from "./query-view.tsx";

export interface Column<Row> {
  title: string;
  cell(row: Row): ReactNode;
  /** Not shown on phones. */
  wide?: boolean;
}

interface Props<Row> {
  label: string;
  query: UseQueryResult<{ paging: { total: number }; results: Row[] }>;
  filters: FilterAccess;
  columns: readonly Column<Row>[];
  keyOf(row: Row): string;
  /** Opens one; its first cell is the button. */
  open?: (row: Row) => void;
  /** What an empty list means, and what to do about it. */
  empty: ReactNode;
}

/** A list as a table: paged, and filtered by the address. */
export function Listing<Row>({ label, query, filters, columns, keyOf, open, empty }: Props<Row>) {
  return (
    <QueryView query={query}>
      {({ paging, results }) =>
        results.length === 0 ? (
          <Empty filters={filters}>{empty}</Empty>
        ) : (
          <Stack gap="sm">
            <Table.ScrollContainer minWidth={0} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
              <Table striped highlightOnHover aria-label={label} verticalSpacing={6}>
                <Table.Thead>
                  <Table.Tr>
                    {columns.map(({ title, wide }) => (
                      <Table.Th key={title} visibleFrom={wide ? "sm" : undefined}>
                        {title}
                      </Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {results.map((row) => (
                    <Row key={keyOf(row)} row={row} columns={columns} open={open} />
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
            <Paging filters={filters} total={paging.total} />
          </Stack>
        )
      }
    </QueryView>
  );
}

interface RowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  open: ((row: Row) => void) | undefined;
}

function Row<Row>({ row, columns, open }: RowProps<Row>) {
  return (
    <Table.Tr className={open && "console-row"} onClick={open && (() => open(row))}>
      {columns.map(({ title, cell, wide }, index) => (
        <Table.Td key={title} visibleFrom={wide ? "sm" : undefined}>
          {open && index === 0 ? <UnstyledButton>{cell(row)}</UnstyledButton> : cell(row)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

function Empty({ filters, children }: { filters: FilterAccess; children: ReactNode }) {
  const texts = useTexts(common);
  const isFiltered = Object.keys(filters.values).length > 0;
  return (
    <Stack align="center" p="xl" gap="xs">
      <Text component="div" ta="center" c="dimmed">
        {children}
      </Text>
      {isFiltered && (
        <Button variant="default" size="xs" onClick={filters.clear}>
          {texts.clearFilters}
        </Button>
      )}
    </Stack>
  );
}
