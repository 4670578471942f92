import type { Caller } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { problems as saleProblems } from "../problems.ts";
import { conversationState, mayUpdateStatus, type Role } from "./conversation.rules.ts";
import type { Conversation, Sale } from "./conversations.repo.ts";
import { messageEvent } from "./message-events.rules.ts";
import { roleOf } from "./messages.policy.ts";
import { problems } from "./problems.ts";

/** A sale and the side of it that the caller is on. */
export interface Side {
  sale: Sale;
  role: Role;
}

/** The caller's side of a pack; a stranger, and a seller who is not the pack's, get 403. */
export async function sideOf(
  { packs }: Pick<Deps, "packs">,
  { userId }: Caller,
  { packId, sellerId }: { packId: number; sellerId?: number },
): Promise<Side> {
  const sale = await packs.find(packId);
  if (!sale) throw saleProblems.order_not_found();
  if (sale.orderInPack) throw saleProblems.order_in_pack();
  const role = roleOf(sale, userId);
  if (!role || (sellerId !== undefined && sale.sellerId !== sellerId))
    throw problems.not_conversation_party({ resource: packId });
  return { sale, role };
}

/** The orders of a sale and the state of its conversation. */
export async function currentState(
  { conversations, clock }: Pick<Deps, "conversations" | "clock">,
  sale: Sale,
  conversation: Conversation,
) {
  const orders = await conversations.saleFacts(sale.id);
  return { orders, state: conversationState(orders, conversation, clock.now()) };
}

/** Marks what the caller received as read; its senders are notified, once. */
export function markRead(deps: Deps, caller: Caller, packId: number): Promise<void> {
  const at = deps.clock.now();
  return deps.transaction(async () => {
    for (const { id, fromId } of await deps.messages.markRead(packId, caller.userId, at))
      await deps.outbox.record(messageEvent({ id, userId: fromId, action: "read", at }));
  });
}

/** A block of a conversation as the caller sees it. */
export async function readConversation(
  deps: Deps,
  caller: Caller,
  { sale, limit, offset }: { sale: Sale; limit: number; offset: number },
) {
  const page = await deps.messages.page(sale.id, caller.userId, { limit, offset });
  return { ...page, ...(await currentState(deps, sale, await deps.conversations.find(sale.id))) };
}

/** The buyer blocks the conversation or takes messages again. */
export function updateStatus(deps: Deps, { sale, role }: Side, blocked: boolean) {
  return deps.transaction(async () => {
    const conversation = await deps.conversations.lock(sale);
    const { state } = await currentState(deps, sale, conversation);
    if (!mayUpdateStatus(role, state)) throw problems.status_update_forbidden();
    const at = deps.clock.now();
    // Repeated, it is still blocked since the first time.
    if (!blocked || conversation.blockedAt === null)
      await deps.conversations.setBlocked(sale.id, at, blocked);
    return currentState(deps, sale, await deps.conversations.find(sale.id));
  });
}
