import { Button, Stack, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { common } from "../texts/common.ts";
import { useTexts } from "../texts/texts.ts";
import { type Column, DataTable } from "./data-table.tsx";
import type { FilterAccess } from "./filters.ts";
import { Paging } from "./paging.tsx";
import { QueryView } from "./query-view.tsx";

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
          <Stack gap="sm" className="console-list" aria-busy={query.isPlaceholderData}>
            <DataTable label={label} columns={columns} rows={results} keyOf={keyOf} open={open} />
            <Paging filters={filters} total={paging.total} />
          </Stack>
        )
      }
    </QueryView>
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
