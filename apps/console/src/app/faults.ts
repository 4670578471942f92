import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../api/problem.ts";
import type { LabSchemas } from "../session/lab.ts";
import { useLab } from "../session/session.ts";

/** The rules in force. */
export function useFaults(): LabSchemas["FaultRuleView"][] {
  const { client } = useLab();
  const query = useQuery({
    queryKey: ["lab", "faults"],
    queryFn: () => dataOf(client.GET("/_sandbox/faults", { params: { query: { limit: 100 } } })),
    refetchInterval: 5_000,
  });
  return query.data?.results ?? [];
}
