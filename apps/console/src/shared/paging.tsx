import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { common } from "../texts/common.ts";
import { useTexts } from "../texts/texts.ts";
import { type FilterAccess, pageOf } from "./filters.ts";

/** Paging of a list inside another: its page is not in the address. */
export function useOwnPaging() {
  const [page, setPage] = useState(1);
  const filters: FilterAccess = {
    values: { page: String(page) },
    set: ({ page: to }) => setPage(Number(to ?? 1)),
    clear: () => setPage(1),
  };
  return { filters, paging: pageOf(filters.values) };
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
  return (
    <Group
      justify="space-between"
      component="nav"
      aria-label={texts.range(offset + 1, offset + limit, total)}
    >
      <Text size="sm">
        {texts.range(Math.min(offset + 1, total), Math.min(offset + limit, total), total)}
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" disabled={offset === 0} onClick={() => go(-1)}>
          {texts.previous}
        </Button>
        <Button size="xs" variant="default" disabled={offset + limit >= total} onClick={() => go(1)}>
          {texts.next}
        </Button>
      </Group>
    </Group>
  );
}
