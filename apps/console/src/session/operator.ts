import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../api/problem.ts";
import { useClient } from "./session.ts";

/** Whether this tab acts as an operator. Searches of questions echo it; users' records do not have it. */
export function useIsOperator(): boolean {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ["me", "operator"],
    queryFn: () => dataOf(client.GET("/questions/search", { params: { query: { limit: 0 } } })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.filters.is_admin ?? false;
}
