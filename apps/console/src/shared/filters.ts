import { useNavigate, useSearch } from "@tanstack/react-router";

export type Filters = Readonly<Record<string, string | undefined>>;

export interface FilterAccess {
  values: Filters;
  /** Changes filters; a changed filter begins at the first page again. `undefined` takes one away. */
  set(change: Filters): void;
  clear(): void;
}

/** The filters of a list, which are in the address: a link to it shows the same list. */
export function useFilters(): FilterAccess {
  const values: Filters = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = (search: Filters) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== "");
    void navigate({ to: ".", search: Object.fromEntries(given), replace: true } as never);
  };
  return {
    values,
    set: (change) =>
      go("page" in change ? { ...values, ...change } : { ...values, page: undefined, ...change }),
    clear: () => go({}),
  };
}

export const pageSize = 25;

/** `limit` and `offset` of the page that the address names. */
export function pageOf({ page }: Filters): { limit: number; offset: number } {
  const number = Math.max(1, Number.parseInt(page ?? "1", 10) || 1);
  return { limit: pageSize, offset: (number - 1) * pageSize };
}
