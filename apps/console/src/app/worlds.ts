import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../api/problem.ts";
import { useLab } from "../session/session.ts";

/** Worlds to go to, and what a world may be made from. */
export function useWorlds() {
  const { client } = useLab();
  const page = { params: { query: { limit: 50 } } };
  const worlds = useQuery({
    queryKey: ["lab", "worlds"],
    queryFn: () => dataOf(client.GET("/_sandbox/worlds", page)),
    refetchInterval: 30_000,
  });
  const snapshots = useQuery({
    queryKey: ["lab", "snapshots"],
    queryFn: () => dataOf(client.GET("/_sandbox/snapshots", page)),
    staleTime: 30_000,
  });
  return { worlds: worlds.data?.results ?? [], snapshots: snapshots.data?.results ?? [] };
}
