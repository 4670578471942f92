import type { components } from "@marketplace-api/client";
import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/problem.ts";
import { clientFor } from "../../session/acting.ts";
import { useSession } from "../../session/session.ts";
import type { Paged } from "../../shared/paging.tsx";

export type TokenFamily = components["schemas"]["TokenFamily"];

/** Which applications have tokens of a user. */
export function useTokens(user: number, paging: Paged["paging"]) {
  const { session } = useSession();
  return useQuery({
    queryKey: ["tokens", user, paging],
    async queryFn() {
      const client = await clientFor(session, user);
      const params = { path: { user_id: String(user) }, query: paging };
      return dataOf(client.GET("/users/{user_id}/tokens", { params }));
    },
  });
}
