import type { components } from "@marketplace-api/client";
import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/problem.ts";
import { useClient, useSession } from "../../session/session.ts";
import { type Filters, pageOf } from "../../shared/filters.ts";

export type Question = components["schemas"]["Question"];
export type Status = Question["status"];

/** What is offered as a filter; without one in the address, what waits for an answer is shown. */
export const shownStatuses = [
  "UNANSWERED",
  "ANSWERED",
  "CLOSED_UNANSWERED",
  "UNDER_REVIEW",
  "DISABLED",
] as const;

/** Questions that are asked for at once. */
export const blockSize = 50;

export interface InboxFilter {
  /** `all`, or the queue of operators, or a status. */
  status: string;
  item: string | undefined;
  from: string | undefined;
}

export const filterOf = ({ status = "UNANSWERED", item, from }: Filters): InboxFilter => ({
  status,
  item,
  from,
});

/** The parameters of a search: what waits comes oldest first, all else newest first. */
function searchOf({ status, item, from }: InboxFilter) {
  const waits = status === "UNANSWERED" || status === "queue";
  const isStatus = (shownStatuses as readonly string[]).includes(status);
  return {
    api_version: "4",
    sort_fields: "date_created",
    sort_types: waits ? "ASC" : "DESC",
    ...(isStatus && { status: status as Status }),
    ...(status === "queue" && { status: "UNDER_REVIEW" as const }),
    ...(item && { item }),
    ...(from && { from: Number(from) }),
  };
}

/** A block of the inbox, or of the moderation queue of all sellers. */
export function useBlocks(filter: InboxFilter) {
  const client = useClient();
  const { userId } = useSession().session;
  return (block: number) => ({
    queryKey: ["questions", "inbox", filter, block] as const,
    queryFn: () => {
      const query = { ...searchOf(filter), limit: blockSize, offset: block * blockSize };
      const ofAll = filter.status === "queue";
      return dataOf(
        client.GET("/questions/search", {
          params: { query: ofAll ? query : { ...query, seller_id: userId } },
        }),
      );
    },
    refetchInterval: block === 0 ? 15_000 : (false as const),
  });
}

/** One question, as its seller sees it. */
export function useQuestion(id: string | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: ["questions", "one", id],
    queryFn: () =>
      dataOf(client.GET("/questions/{question_id}", { params: { path: { question_id: id ?? "" } } })),
    enabled: id !== undefined,
  });
}

/** What else this asker asked the seller. */
export function useHistory(sellerId: number, askerId: number, paging: { limit: number; offset: number }) {
  const client = useClient();
  const query = { seller_id: sellerId, from: askerId, api_version: "4", ...paging };
  return useQuery({
    queryKey: ["questions", "history", sellerId, askerId, paging],
    queryFn: () => dataOf(client.GET("/questions/search", { params: { query } })),
  });
}

export function useItem(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: ["items", id],
    queryFn: () => dataOf(client.GET("/items/{id}", { params: { path: { id } } })),
    staleTime: 30_000,
  });
}

export function useUser(id: number) {
  const client = useClient();
  return useQuery({
    queryKey: ["users", id],
    queryFn: () => dataOf(client.GET("/users/{id}", { params: { path: { id: String(id) } } })),
    staleTime: 60_000,
  });
}

/** Those who may not ask the user: a page of them, or one of them if they are. */
export function useBlacklist(query: { limit: number; offset?: number; user_id?: number }) {
  const client = useClient();
  const { userId } = useSession().session;
  return useQuery({
    queryKey: ["questions", "blacklist", query],
    queryFn: () =>
      dataOf(
        client.GET("/users/{seller_id}/questions_blacklist", {
          params: { path: { seller_id: String(userId) }, query },
        }),
      ),
  });
}

/** How many questions of all sellers wait for an operator's decision. */
export function useQueueLength(isOperator: boolean): number | undefined {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ["questions", "queue"],
    queryFn: () =>
      dataOf(
        client.GET("/questions/search", {
          params: { query: { api_version: "4", status: "UNDER_REVIEW", limit: 0 } },
        }),
      ),
    enabled: isOperator,
    refetchInterval: 30_000,
  });
  return data?.total;
}

/** The user's saved answers; the first page of them when none is named. */
export function useSavedAnswers(paging = pageOf({})) {
  const client = useClient();
  const { userId } = useSession().session;
  return useQuery({
    queryKey: ["questions", "saved", paging],
    queryFn: () =>
      dataOf(
        client.GET("/users/{seller_id}/saved_answers", {
          params: { path: { seller_id: String(userId) }, query: paging },
        }),
      ),
    staleTime: 30_000,
  });
}
