import {
  checkWindow,
  type InvalidInput,
  idParam,
  integerParam,
  type Problem,
  pagingQuery,
} from "@marketplace/conventions";
import { z } from "zod";
import { operation, resource } from "../kit.ts";
import { problems as saleProblems } from "../problems.ts";
import { messageRows, repeatable, saleRows } from "../sharding/rows.ts";
import { markRead, readConversation, sideOf, updateStatus } from "./conversations.service.ts";
import { checkedText, moderated } from "./message-text.rules.ts";
import {
  Conversation,
  ConversationStatus,
  lengths,
  Message,
  messageBody,
  messageView,
  SingleMessage,
  statusBody,
  statusView,
} from "./messages.schema.ts";
import { assertMessagingAllowed, send, visibleMessage } from "./messages.service.ts";
import { problems } from "./problems.ts";

const path = "/messages/packs/{pack_id}/sellers/{seller_id}";
const example = "/messages/packs/4600000001/sellers/2418503621";
const exampleMessage = "2d45a5ad186041659e9a608f0c109dff";
const params = {
  pack_id: idParam().describe("Pack id, or the id of an order without a pack"),
  seller_id: idParam().describe("Seller of the pack"),
};
/** Clients of the public API send `tag=post_sale` with every call. */
export const tagQuery = { tag: z.string().optional().describe("post_sale; ignored") };

/** Problems of everybody who names a pack. */
export const packErrors = [
  saleProblems.order_not_found,
  saleProblems.order_in_pack,
  problems.not_conversation_party,
];

/** A body without one of the fields that a message needs, or with null for it, names the field. */
function missingField({ where, causes, value }: InvalidInput): Problem | undefined {
  // A body that cannot be read has no value either, and another issue.
  const isRead = value !== undefined || causes.some(({ code }) => code === "required");
  if (where !== "body" || !isRead) return undefined;
  const named = ["from.user_id", "to.user_id", "text"].find((field) => isMissing(value, field.split(".")));
  return named === undefined ? undefined : problems.field_required({ field: named }, { cause: causes });
}

/** Whether a value has nothing at a path. One of another type than the path needs has another issue. */
function isMissing(value: unknown, [name, ...rest]: readonly string[]): boolean {
  if (value === undefined || value === null) return true;
  if (name === undefined || typeof value !== "object" || Array.isArray(value)) return false;
  return isMissing(Reflect.get(value, name), rest);
}

const getConversation = operation({
  id: "getConversation",
  method: "GET",
  path,
  summary: "Reads the messages of a pack, the newest first, and marks those that the caller received as read",
  example,
  params,
  query: {
    ...pagingQuery,
    limit: integerParam({ min: 0, max: 100 }).default(10).describe("Block size, 0 to 100; 10 when absent"),
    mark_as_read: z.string().optional().describe("false leaves the messages unread"),
    ...tagQuery,
  },
  response: Conversation,
  errors: packErrors,
  site: ({ params }) => repeatable(saleRows(params.pack_id)),
  async handle({ params: { pack_id: packId, seller_id: sellerId }, query, caller, http }, deps) {
    checkWindow(query);
    const { sale, role } = await sideOf(deps, caller, { packId, sellerId });
    // HEAD shows nobody a message.
    const isSeen = http.req.method !== "HEAD" && query.mark_as_read?.toLowerCase() !== "false";
    if (isSeen) await markRead(deps, caller, packId);
    const { limit, offset } = query;
    const { total, messages, orders, state } = await readConversation(deps, caller, { sale, limit, offset });
    return {
      paging: { total, offset, limit },
      conversation_status: statusView({ sale, orders, state, role }),
      messages: messages.map(messageView),
      ...lengths,
    };
  },
});

const sendMessage = operation({
  id: "sendMessage",
  method: "POST",
  path,
  summary: "Sends a message to the other side of a pack",
  example,
  params,
  query: tagQuery,
  body: messageBody,
  examples: {
    body: {
      from: { user_id: 2418503621 },
      to: { user_id: 2418503625 },
      text: "¡Hola! Ya despachamos tu compra.",
    },
  },
  status: 201,
  response: Message,
  creates: "in steps",
  errors: [
    ...packErrors,
    problems.field_required,
    problems.content_too_long,
    problems.receiver_invalid,
    problems.conversation_blocked,
    problems.attachment_invalid,
  ],
  problems: { invalid: missingField },
  site: ({ params }) => saleRows(params.pack_id),
  async handle({ params: { pack_id: packId, seller_id: sellerId }, body, caller, once }, deps) {
    const { sale, role } = await sideOf(deps, caller, { packId, sellerId });
    if (body.from.user_id !== caller.userId) throw problems.not_conversation_party({ resource: packId });
    if (body.to.user_id !== (role === "seller" ? sale.buyerId : sale.sellerId))
      throw problems.receiver_invalid();
    const text = checkedText(body.text, role);
    await assertMessagingAllowed(deps, caller);
    const moderation = moderated(text, { on: deps.moderation });
    const attachments = body.attachments ?? [];
    await deps.fetchFiles?.(attachments, caller.userId);
    return once({
      change: () => send(deps, { sale, role, caller, text, moderation, attachments }),
      answer: messageView,
    });
  },
});

const putStatus = operation({
  id: "updateConversationStatus",
  method: "PUT",
  path,
  summary: "Blocks a conversation, or takes messages again; for the buyer",
  example,
  params,
  query: tagQuery,
  body: statusBody,
  response: ConversationStatus,
  errors: [...packErrors, problems.status_update_forbidden],
  site: ({ params }) => saleRows(params.pack_id),
  async handle({ params: { pack_id: packId, seller_id: sellerId }, body, caller }, deps) {
    const side = await sideOf(deps, caller, { packId, sellerId });
    const { orders, state } = await updateStatus(deps, side, body.status === "blocked");
    return statusView({ ...side, orders, state });
  },
});

const messageIdProblem = ({ where }: InvalidInput): Problem | undefined =>
  where === "params" ? problems.message_unknown() : undefined;

const getMessage = operation({
  id: "getMessage",
  method: "GET",
  path: "/messages/{id}",
  summary: "Reads a message, for those who sent and received it; it stays unread",
  example: `/messages/${exampleMessage}`,
  params: {
    id: z
      .string()
      .regex(/^[\da-f]{32}$/)
      .describe("Message id"),
  },
  query: tagQuery,
  response: SingleMessage,
  errors: [problems.message_unknown, problems.not_conversation_party],
  problems: { invalid: messageIdProblem },
  site: ({ params }) => repeatable(messageRows(params.id)),
  async handle({ params: { id }, caller }, deps) {
    const message = await visibleMessage(deps, caller, id);
    return { paging: null, conversation_status: null, messages: [messageView(message)] };
  },
});

/** Messages: what the seller and the buyer of a pack write to each other. */
export const messages = resource({
  name: "Messages",
  description: "What the seller and the buyer of a pack write to each other",
  fields: Message,
  related: ["/packs", "/orders", "/users"],
  connections: {
    "from.user_id": "/users/{id}",
    "to.user_id": "/users/{id}",
    client_id: "/applications/{id}",
  },
  operations: [getConversation, sendMessage, putStatus, getMessage],
});
