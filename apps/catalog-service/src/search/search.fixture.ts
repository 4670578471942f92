import { callers, type Http } from "@marketplace/testkit";
import { expect } from "vitest";
import type { AppliedFilter, AvailableFilter, SearchResult } from "./search.schema.ts";

/** What the tests read of an answer. */
export interface Found {
  paging: { total: number; offset: number; limit: number };
  results: SearchResult[];
  filters: AppliedFilter[];
  available_filters: AvailableFilter[];
  sort: { id: string; name: string };
  available_sorts: { id: string; name: string }[];
  scroll_id?: string | null;
}

/** Searches as a buyer; the search must succeed. */
export const finder =
  (http: Http) =>
  async (query: string | URLSearchParams, path = "/sites/MLA/search"): Promise<Found> => {
    const answer = await http.get(`${path}?${query}`, { as: callers.buyer });
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    return answer.json();
  };
