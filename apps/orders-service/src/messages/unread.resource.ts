import { idParam, wordParam } from "@marketplace/conventions";
import { z } from "zod";
import { operation, resource } from "../kit.ts";
import { repeatable, saleRows } from "../sharding/rows.ts";
import { sideOf } from "./conversations.service.ts";
import type { UnreadCount } from "./messages.repo.ts";
import { packErrors, tagQuery } from "./messages.resource.ts";
import { conversationPath } from "./messages.schema.ts";

/** Most conversations of an answer. */
const maxResults = 500;

const Unread = z
  .object({
    user_id: z.int().describe("User who has not read them"),
    results: z
      .array(
        z.object({
          resource: z.string().describe("Conversation, /packs/{pack_id}/sellers/{seller_id}"),
          count: z.int().min(0).describe("Messages that are not read"),
        }),
      )
      .describe("Conversations with unread messages, those with the newest first"),
  })
  .meta({ id: "UnreadMessages" });

const resultView = ({ packId, sellerId, count }: Omit<UnreadCount, "latest">) => ({
  resource: conversationPath(packId, sellerId),
  count,
});

/** Unread messages, counted by conversation. */
export const unread = resource({
  name: "Unread messages",
  description: "How many messages the caller has not read, by conversation",
  fields: Unread,
  related: ["/messages", "/packs"],
  connections: { user_id: "/users/{id}" },
  operations: [
    operation({
      id: "listUnread",
      method: "GET",
      path: "/messages/unread",
      summary: "Lists conversations with messages that the caller has not read, at most 500",
      example: "/messages/unread?role=seller",
      query: {
        role: wordParam(["seller", "buyer"]).describe("The caller's side of the sales"),
        ...tagQuery,
      },
      response: Unread,
      async handle({ query: { role }, caller: { userId } }, deps) {
        const found = await deps.everywhere.messages.unread(userId, role, maxResults);
        return { user_id: userId, results: found.map(resultView) };
      },
    }),
    operation({
      id: "getUnread",
      method: "GET",
      path: "/messages/unread/packs/{pack_id}/sellers/{seller_id}",
      summary: "Counts the messages of one conversation that the caller has not read",
      example: "/messages/unread/packs/4600000001/sellers/2418503621",
      params: {
        pack_id: idParam().describe("Pack id, or the id of an order without a pack"),
        seller_id: idParam().describe("Seller of the pack"),
      },
      query: tagQuery,
      response: Unread,
      errors: packErrors,
      site: ({ params }) => repeatable(saleRows(params.pack_id)),
      async handle({ params: { pack_id: packId, seller_id: sellerId }, caller }, deps) {
        await sideOf(deps, caller, { packId, sellerId });
        const count = await deps.messages.unreadIn(packId, caller.userId);
        return { user_id: caller.userId, results: [resultView({ packId, sellerId, count })] };
      },
    }),
  ],
});
