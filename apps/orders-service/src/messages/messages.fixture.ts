import type { Authentication } from "@marketplace/conventions";
import type { Answer } from "@marketplace/testkit";
import { expect } from "vitest";
import { buyer, ids, type ordersService, seller } from "../orders.fixture.ts";

type Service = Pick<Awaited<ReturnType<typeof ordersService>>, "http" | "recordedEvents">;

/** A message as it is answered, as far as tests read it. */
export interface MessageJson {
  id: string;
  status: string;
  text: string;
  from: { user_id: number };
  message_date: { available: string | null; read: string | null };
  message_moderation: { status: string; reason: string | null };
  message_attachments: { filename: string }[] | null;
  conversation_first_message: boolean;
}

export interface ConversationJson {
  paging: { total: number; offset: number; limit: number };
  conversation_status: { status: string; substatus: string | null; status_update_allowed: boolean };
  messages: MessageJson[];
}

export const conversationOf = (packId: number, sellerId: number = ids.seller) =>
  `/messages/packs/${packId}/sellers/${sellerId}`;

/** Calls of the two sides of a sale. */
export function talk({ http, recordedEvents }: Service) {
  const write = (
    packId: number,
    as: Authentication,
    text: string,
    more: Record<string, unknown> = {},
  ): Promise<Answer> => {
    const [from, to] = as === buyer ? [ids.buyer, ids.seller] : [ids.seller, ids.buyer];
    const body = { from: { user_id: from }, to: { user_id: to }, text, ...more };
    return http.post(`${conversationOf(packId)}?tag=post_sale`, { as, body });
  };
  return {
    write,
    /** Writes a message that is accepted. */
    async written(packId: number, as: Authentication, text: string, more?: Record<string, unknown>) {
      const answer = await write(packId, as, text, more);
      expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
      return answer.json<MessageJson>();
    },
    async read(packId: number, as: Authentication, query = "mark_as_read=false") {
      const answer = await http.get(`${conversationOf(packId)}?${query}`, { as });
      expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
      return answer.json<ConversationJson>();
    },
    /** The events of messages that `work` records. */
    async eventsDuring(work: () => Promise<unknown>) {
      const before = (await recordedEvents()).length;
      await work();
      return (await recordedEvents()).slice(before).filter(({ topic }) => topic === "messages");
    },
  };
}

export const sides = { seller, buyer };
