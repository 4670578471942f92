import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../api/problem.ts";
import { useLab } from "../session/session.ts";
import { pageOf } from "../shared/filters.ts";

/** The rules in force; the first page of them when none is named. */
export function useFaults(query = pageOf({})) {
  const { client } = useLab();
  return useQuery({
    queryKey: ["lab", "faults", query],
    queryFn: () => dataOf(client.GET("/_sandbox/faults", { params: { query } })),
    refetchInterval: 5_000,
  });
}
