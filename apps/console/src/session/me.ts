import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../api/problem.ts";
import { useClient } from "./session.ts";

/** The user this tab acts as. */
export function useMe() {
  const client = useClient();
  return useQuery({ queryKey: ["me"], queryFn: () => dataOf(client.GET("/users/me")), staleTime: 60_000 });
}
