import { numberOrTextId, Paging, utcTimestamp } from "@marketplace/conventions";
import { z } from "zod";
import type { Role, SaleFacts } from "./conversation.rules.ts";
import { blockReasons, type ConversationState, mayUpdateStatus } from "./conversation.rules.ts";
import { maxLength } from "./message-text.rules.ts";
import type { Message as MessageRecord } from "./messages.repo.ts";

const party = (what: string) => z.object({ user_id: z.int().describe("User id") }).describe(what);
const time = z.string().describe("ISO 8601 UTC");

const MessageDate = z.object({
  received: time.describe("When it was sent, ISO 8601 UTC"),
  available: time.nullable().describe("When moderation let it through; null for a moderated one"),
  notified: time.nullable().describe("When the receiver was notified; null for a moderated one"),
  created: time.describe("When it was sent, ISO 8601 UTC"),
  read: time.nullable().describe("When the receiver read it; null until then"),
});

const MessageModeration = z.object({
  status: z
    .enum(["clean", "rejected", "pending", "non_moderated"])
    .describe("What moderation says: clean, rejected, pending or non_moderated"),
  reason: z.string().nullable().describe("Why it was rejected; contact_data"),
  source: z.string().describe("Always online"),
  moderation_date: time.nullable().describe("When it was moderated; null for a non_moderated one"),
});

const SentAttachment = z.object({
  filename: z.string().describe("Attachment id"),
  original_filename: z.string().describe("Name of the file as it was uploaded"),
  type: z.string().describe("Media type"),
  size: z.int().describe("Bytes"),
  creation_date: time.describe("When it was uploaded, ISO 8601 UTC"),
});

/** A message between the seller and the buyer of a pack. */
export const Message = z
  .object({
    id: z.string().describe("Message id, 32 hexadecimal digits"),
    site_id: z.string().describe("Site of the sale"),
    client_id: z.int().describe("Application that sent it"),
    from: party("Sender"),
    to: party("Receiver"),
    status: z
      .enum(["available", "moderated", "rejected", "pending_translation"])
      .describe("available, or moderated: its receiver does not see it"),
    subject: z.string().nullable().describe("Always null"),
    text: z.string().describe("What it says"),
    message_date: MessageDate.describe("When what happened to it"),
    message_moderation: MessageModeration.describe("What moderation said"),
    message_attachments: z.array(SentAttachment).nullable().describe("Files; null without any"),
    message_resources: z
      .array(z.object({ id: z.string(), name: z.enum(["packs", "sellers"]) }))
      .describe("The pack and the seller"),
    conversation_first_message: z.boolean().describe("Whether it is the first of its conversation"),
  })
  .meta({ id: "Message" });

/** Whether a conversation takes messages. */
export const ConversationStatus = z
  .object({
    path: z.string().describe("/packs/{pack_id}/sellers/{seller_id}"),
    status: z.enum(["active", "blocked"]).describe("Whether messages can be sent"),
    substatus: z.enum(blockReasons).nullable().describe("Why it is blocked; null while it is active"),
    status_date: time.describe("Since when it has this status, ISO 8601 UTC"),
    status_update_allowed: z.boolean().describe("Whether the caller may block or reopen it"),
    claim_id: z.int().nullable().describe("Always null"),
    shipping_id: z.int().nullable().describe("Shipment of the pack; null without one"),
  })
  .meta({ id: "ConversationStatus" });

/** One block of a conversation. */
export const Conversation = z
  .object({
    paging: Paging.describe("Which block this is"),
    conversation_status: ConversationStatus.describe("Whether messages can be sent"),
    messages: z.array(Message).describe("Messages, the newest first"),
    seller_max_message_length: z.int().describe("Longest text of the seller, in characters"),
    buyer_max_message_length: z.int().describe("Longest text of the buyer, in characters"),
  })
  .meta({ id: "Conversation" });

/** A message that is read by its id, in the shape of a conversation. */
export const SingleMessage = z
  .object({
    paging: z.null().describe("Always null"),
    conversation_status: z.null().describe("Always null"),
    messages: z.array(Message).describe("The message"),
  })
  .meta({ id: "SingleMessage" });

/** Most files of a message. */
export const maxAttachments = 25;

const addressee = (what: string) => z.strictObject({ user_id: numberOrTextId() }).describe(what);

export const messageBody = z.strictObject({
  from: addressee("The caller; ids as a number or as text"),
  to: addressee("The other side of the sale"),
  text: z.string().describe("What to say: 350 characters of the seller, 3500 of the buyer"),
  attachments: z
    .array(z.string().max(200))
    .max(maxAttachments)
    .nullish()
    .describe("Ids of files that the caller has uploaded and not sent yet"),
});

export const statusBody = z.strictObject({
  status: z.enum(["active", "blocked"]).describe("blocked: the buyer takes no messages"),
});

const whenAvailable = ({ status, createdAt }: MessageRecord): string | null =>
  status === "available" ? utcTimestamp(createdAt) : null;

/** A message as those who may see it do. */
export const messageView = (message: MessageRecord): z.output<typeof Message> => {
  const { status, moderationStatus, attachments } = message;
  const created = utcTimestamp(message.createdAt);
  const available = whenAvailable(message);
  return {
    id: message.id,
    site_id: message.siteId,
    client_id: message.applicationId,
    from: { user_id: message.fromId },
    to: { user_id: message.toId },
    status: status === "moderated" ? "moderated" : "available",
    subject: null,
    text: message.text,
    message_date: {
      received: created,
      available,
      notified: available,
      created,
      read: message.readAt && utcTimestamp(message.readAt),
    },
    message_moderation: {
      status:
        moderationStatus === "rejected" || moderationStatus === "clean" ? moderationStatus : "non_moderated",
      reason: moderationStatus === "rejected" ? "contact_data" : null,
      source: "online",
      moderation_date: moderationStatus === "non_moderated" ? null : created,
    },
    message_attachments: attachments.length === 0 ? null : attachments.map(attachmentView),
    message_resources: [
      { id: String(message.packId), name: "packs" },
      { id: String(message.sellerId), name: "sellers" },
    ],
    conversation_first_message: message.first,
  };
};

const attachmentView = ({
  id,
  originalName,
  type,
  size,
  createdAt,
}: MessageRecord["attachments"][number]): z.output<typeof SentAttachment> => ({
  filename: id,
  original_filename: originalName,
  type,
  size,
  creation_date: utcTimestamp(createdAt),
});

/** The path of a conversation, by which unread messages name it too. */
export const conversationPath = (packId: number, sellerId: number): string =>
  `/packs/${packId}/sellers/${sellerId}`;

interface Shown {
  sale: { id: number; sellerId: number };
  orders: readonly SaleFacts[];
  state: ConversationState;
  role: Role;
}

/** The status of a conversation as one side sees it. */
export const statusView = ({ sale, orders, state, role }: Shown): z.output<typeof ConversationStatus> => {
  const shipments = new Set(orders.flatMap(({ shipmentId }) => shipmentId ?? []));
  const [shipment = null] = shipments;
  return {
    path: conversationPath(sale.id, sale.sellerId),
    status: state.substatus === null ? "active" : "blocked",
    substatus: state.substatus,
    status_date: utcTimestamp(state.since),
    status_update_allowed: mayUpdateStatus(role, state),
    claim_id: null,
    shipping_id: shipments.size === 1 ? shipment : null,
  };
};

/** The lengths that a conversation shows. */
export const lengths = {
  seller_max_message_length: maxLength.seller,
  buyer_max_message_length: maxLength.buyer,
} as const;
