import type { components } from "@marketplace-api/client";
import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/problem.ts";
import { useClient } from "../../session/session.ts";
import { type Filters, pageOf } from "../../shared/filters.ts";

export type Attribute = components["schemas"]["CategoryAttribute"];
export type Prediction = components["schemas"]["DomainPrediction"];
/** What the form of a new item fills in. */
export type NewItem = Pick<
  components["schemas"]["NewItem"],
  | "title"
  | "category_id"
  | "currency_id"
  | "available_quantity"
  | "condition"
  | "listing_type_id"
  | "attributes"
  | "price"
>;

const long = { staleTime: 60_000 };

export function useSites() {
  const client = useClient();
  return useQuery({ queryKey: ["catalog", "sites"], queryFn: () => dataOf(client.GET("/sites")), ...long });
}

export function useRoots(site: string) {
  const client = useClient();
  return useQuery({
    queryKey: ["catalog", "roots", site],
    queryFn: () => dataOf(client.GET("/sites/{site_id}/categories", { params: { path: { site_id: site } } })),
    ...long,
  });
}

export function useCategory(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: ["catalog", "category", id],
    queryFn: () => dataOf(client.GET("/categories/{id}", { params: { path: { id } } })),
    ...long,
  });
}

export function useAttributes(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: ["catalog", "attributes", id],
    queryFn: () => dataOf(client.GET("/categories/{id}/attributes", { params: { path: { id } } })),
    ...long,
  });
}

export function useShippingPreferences(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: ["catalog", "shipping", id],
    queryFn: () => dataOf(client.GET("/categories/{id}/shipping_preferences", { params: { path: { id } } })),
    ...long,
  });
}

/** What a title speaks of; what was predicted for the title before stays meanwhile. */
export function usePredictions(site: string, title: string) {
  const client = useClient();
  return useQuery({
    queryKey: ["catalog", "predictions", site, title],
    queryFn: () =>
      dataOf(
        client.GET("/sites/{site_id}/domain_discovery/search", {
          params: { path: { site_id: site }, query: { q: title, limit: 4 } },
        }),
      ),
    enabled: title.trim().length > 2,
    placeholderData: (previous, query) => (query?.queryKey[2] === site ? previous : undefined),
    ...long,
  });
}

export function useListingTypes(site: string) {
  const client = useClient();
  return useQuery({
    queryKey: ["catalog", "listing-types", site],
    queryFn: () =>
      dataOf(client.GET("/sites/{site_id}/listing_types", { params: { path: { site_id: site } } })),
    ...long,
  });
}

/** Names in the address that are no filters of a search. */
const own = new Set(["tab", "site", "page", "title"]);

/** The search of the address: words, order, and whichever facets were chosen. */
export function useSearchResults(site: string, values: Filters) {
  const client = useClient();
  const chosen = Object.entries(values).filter(([name, value]) => !own.has(name) && value);
  const query = { ...Object.fromEntries(chosen), ...pageOf(values) };
  const isAsked = chosen.some(([name]) => name !== "sort");
  return useQuery({
    queryKey: ["catalog", "search", site, query],
    queryFn: () =>
      dataOf(client.GET("/sites/{site_id}/search", { params: { path: { site_id: site }, query } })),
    enabled: isAsked,
    placeholderData: (previous) => (isAsked ? previous : undefined),
  });
}
