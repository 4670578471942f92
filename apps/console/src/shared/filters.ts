import { useNavigate, useSearch } from "@tanstack/react-router";

export type Filters = Readonly<Record<string, string | undefined>>;

export interface FilterAccess {
  values: Filters;
  /**
   * Changes filters; a changed filter begins at the first page again. `undefined` takes one away. The
   * browser's way back undoes it, unless it is no step: a letter that is typed.
   */
  set(change: Filters, how?: { isStep: boolean }): void;
}

/** The filters of a list, which are in the address: a link to it shows the same list. */
export function useFilters(): FilterAccess {
  const values = given(useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = (next: (present: Filters) => Filters, isStep = true) => {
    const search = (present: Filters) => given(next(present));
    void navigate({ to: ".", search, replace: !isStep } as never);
  };
  return {
    values,
    set: (change, { isStep } = { isStep: true }) =>
      go((present) => ({ ...present, ...(!("page" in change) && { page: undefined }), ...change }), isStep),
  };
}

const given = (filters: Filters): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== ""));

/** Of what is typed letter by letter. */
export const typed = { isStep: false };

export const pageSize = 25;
/** How deep the API pages. */
export const deepest = 10_000;

/** `limit` and `offset` of the page that the address names, or of the last one that the API gives. */
export function pageOf({ page }: Filters): { limit: number; offset: number } {
  const number = Math.max(1, Number.parseInt(page ?? "1", 10) || 1);
  return { limit: pageSize, offset: Math.min(number * pageSize, deepest) - pageSize };
}
