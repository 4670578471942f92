import { Button, Stack, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { common } from "../texts/common.ts";
import { useTexts } from "../texts/texts.ts";
import { type Column, DataTable } from "./data-table.tsx";
import { type FilterAccess, pageOf } from "./filters.ts";
import { Paging, useLastPage } from "./paging.tsx";
import { QueryView } from "./query-view.tsx";

interface Props<Row> {
  label: string;
  query: UseQueryResult<{ paging: { total: number }; results: Row[] }>;
  filters: FilterAccess;
  /** Names of what narrows the list: the address has others as well, as which tab is open. */
  narrowedBy: readonly string[];
  columns: readonly Column<Row>[];
  keyOf(row: Row): string;
  /** Opens one; its first cell is the button. */
  open?: (row: Row) => void;
  /** What an empty list means, and what to do about it. */
  empty: ReactNode;
}

/** A list as a table: paged, and filtered by the address. */
export function Listing<Row>(props: Props<Row>) {
  const { query, filters, narrowedBy, empty } = props;
  return (
    <QueryView query={query}>
      {({ paging: { total }, results }, isReading) =>
        total === 0 ? (
          <Empty filters={filters} narrowedBy={narrowedBy}>
            {empty}
          </Empty>
        ) : (
          <Rows {...props} total={total} rows={results} isReading={isReading} />
        )
      }
    </QueryView>
  );
}

interface RowsProps<Row> extends Props<Row> {
  total: number;
  rows: readonly Row[];
  isReading: boolean;
}

function Rows<Row>({ label, query, filters, columns, keyOf, open, total, rows, isReading }: RowsProps<Row>) {
  useLastPage({ paged: { filters, paging: pageOf(filters.values) }, total, isReading });
  return (
    <Stack gap="sm" className="console-list" aria-busy={query.isPlaceholderData}>
      <DataTable label={label} columns={columns} rows={rows} keyOf={keyOf} open={open} />
      <Paging filters={filters} total={total} />
    </Stack>
  );
}

type EmptyProps = Pick<Props<unknown>, "filters" | "narrowedBy"> & { children: ReactNode };

function Empty({ filters, narrowedBy, children }: EmptyProps) {
  const texts = useTexts(common);
  const isFiltered = narrowedBy.some((name) => filters.values[name] !== undefined);
  const clear = () => filters.set(Object.fromEntries(narrowedBy.map((name) => [name, undefined])));
  return (
    <Stack align="center" p="xl" gap="xs">
      <Text component="div" ta="center" c="dimmed">
        {children}
      </Text>
      {isFiltered && (
        <Button variant="default" size="xs" onClick={clear}>
          {texts.clearFilters}
        </Button>
      )}
    </Stack>
  );
}
