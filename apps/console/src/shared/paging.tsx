import { Button, Group, Text } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { common } from "../texts/common.ts";
import { useTexts } from "../texts/texts.ts";
import { deepest, type FilterAccess, pageOf, typed, useFilters } from "./filters.ts";

/** Which page of a list is shown, and the way to others. */
export interface Paged {
  filters: FilterAccess;
  paging: { limit: number; offset: number };
}

/** Paging of a further list of a page: its place is in the address under a name of its own. */
export function usePagingAs(name: string): Paged {
  const { values, set } = useFilters();
  const filters: FilterAccess = {
    values: { page: values[name] },
    set: ({ page }, how) => set({ [name]: page, page: values.page }, how),
  };
  return { filters, paging: pageOf(filters.values) };
}

/** Paging of a list in a dialog or inside another list: its place is not in the address. */
export function useOwnPaging(): Paged {
  const [page, setPage] = useState(1);
  const filters: FilterAccess = {
    values: { page: String(page) },
    set: ({ page: to }) => setPage(Number(to ?? 1)),
  };
  return { filters, paging: pageOf(filters.values) };
}

interface Read {
  paged: Paged;
  total: number;
  /** Whether the list is being read again: what is shown of it may be old. */
  isReading: boolean;
}

/** Leads to the last page where the address names one behind it: its last row may have been removed. */
export function useLastPage({ paged: { filters, paging }, total, isReading }: Read): void {
  const { limit, offset } = paging;
  // An old total says nothing about that.
  const isBeyond = total > 0 && offset >= total && !isReading;
  useEffect(() => {
    if (isBeyond) filters.set({ page: String(Math.ceil(total / limit)) }, typed);
  });
}

interface RowsProps extends Read {
  /** What an empty list means. */
  empty: ReactNode;
  children: ReactNode;
}

/** The rows of a list, and the way to its other pages where there are any. */
export function PagedRows({ empty, children, ...read }: RowsProps) {
  const { paged, total } = read;
  useLastPage(read);
  if (total === 0)
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  return (
    <>
      {children}
      {total > paged.paging.limit && <Paging filters={paged.filters} total={total} />}
    </>
  );
}

interface Props {
  filters: FilterAccess;
  total: number;
}

/** Which part of a list is shown, and the way to the others. */
export function Paging({ filters, total }: Props) {
  const texts = useTexts(common);
  const { limit, offset } = pageOf(filters.values);
  if (total === 0) return null;
  const go = (by: number) => filters.set({ page: String(offset / limit + 1 + by) });
  const isLast = offset + limit >= Math.min(total, deepest);
  const range = texts.range(Math.min(offset + 1, total), Math.min(offset + limit, total), total);
  return (
    <Group justify="space-between" component="nav" aria-label={range}>
      <Text size="sm">
        {range}
        {total > deepest && (
          <Text span size="xs" c="dimmed" display="block">
            {texts.window}
          </Text>
        )}
      </Text>
      {(offset > 0 || total > limit) && (
        <Group gap="xs">
          <Button size="xs" variant="default" disabled={offset === 0} onClick={() => go(-1)}>
            {texts.previous}
          </Button>
          <Button size="xs" variant="default" disabled={isLast} onClick={() => go(1)}>
            {texts.next}
          </Button>
        </Group>
      )}
    </Group>
  );
}
