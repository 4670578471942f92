import { checkWindow, type Page } from "@marketplace/conventions";

/** A page of a list in memory, shown as the list's resource shows its elements; 400 beyond the window. */
export function pageOf<One, View>(all: readonly One[], page: Page, view: (one: One) => View) {
  checkWindow(page);
  const { limit, offset } = page;
  return {
    paging: { total: all.length, offset, limit },
    results: all.slice(offset, offset + limit).map((one) => view(one)),
  };
}
