import type { components } from "@marketplace-api/client";
import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/problem.ts";
import { clientFor } from "../../session/acting.ts";
import { useSession } from "../../session/session.ts";
import { pageSize } from "../../shared/filters.ts";

export type TokenFamily = components["schemas"]["TokenFamily"];

/** Which applications have tokens of a user. */
export function useTokens(user: number, page: number) {
  const { session } = useSession();
  const paging = { limit: pageSize, offset: (page - 1) * pageSize };
  return useQuery({
    queryKey: ["tokens", user, paging],
    async queryFn() {
      const client = await clientFor(session, user);
      const params = { path: { user_id: String(user) }, query: paging };
      return dataOf(client.GET("/users/{user_id}/tokens", { params }));
    },
  });
}
