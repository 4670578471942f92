import type { Page } from "@marketplace/conventions";

/** A page of a list in memory, shown as the list's resource shows its elements. */
export const pageOf = <One, View>(
  all: readonly One[],
  { limit, offset }: Page,
  view: (one: One) => View,
) => ({
  paging: { total: all.length, offset, limit },
  results: all.slice(offset, offset + limit).map((one) => view(one)),
});
