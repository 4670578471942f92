import type { Caller } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { maySend } from "./conversation.rules.ts";
import { currentState, type Side } from "./conversations.service.ts";
import { messageEvent } from "./message-events.rules.ts";
import type { Moderation } from "./message-text.rules.ts";
import { maySee } from "./messages.policy.ts";
import type { Message, NewMessage } from "./messages.repo.ts";
import { problems } from "./problems.ts";

/** A message that passed the checks of its text. */
export interface Draft extends Side {
  caller: Caller;
  text: string;
  moderation: Moderation;
  attachments: readonly string[];
  /** The option of the action guide that sends it. */
  optionId?: string | undefined;
}

/** Whether a caller may use messaging at all. */
export async function isMessagingAllowed(
  { identity }: Pick<Deps, "identity">,
  { userId }: Caller,
): Promise<boolean> {
  const [user] = await identity.users({ ids: [userId] });
  return user?.messaging_allowed === true;
}

export async function assertMessagingAllowed(deps: Pick<Deps, "identity">, caller: Caller): Promise<void> {
  if (!(await isMessagingAllowed(deps, caller)))
    throw blocked("messaging_not_allowed", "the user may not use messaging");
}

const blocked = (code: string, message: string) =>
  problems.conversation_blocked({ cause: [{ code, message, references: [] }] });

/**
 * Sends a message. The row of the conversation is locked, so that messages are in the order of their
 * positions, one is the first, and an option is used once per round. Nobody hears of a moderated one.
 */
export function send(deps: Deps, draft: Draft): Promise<Message> {
  const { sale, role, caller, moderation, optionId } = draft;
  return deps.transaction(async () => {
    const conversation = await deps.conversations.lock(sale);
    const { state } = await currentState(deps, sale, conversation);
    if (state.substatus !== null && !maySend(role, state))
      throw blocked(state.substatus, "the conversation takes no messages");
    const at = deps.clock.now();
    const id = await deps.messages.add({
      packId: sale.id,
      applicationId: caller.applicationId,
      ...addressed(draft),
      text: draft.text,
      moderation,
      option: optionId === undefined ? undefined : { id: optionId, round: conversation.round },
      first: await deps.messages.isFirst(sale.id),
      createdAt: at,
    });
    await attach(deps, draft, id);
    if (moderation !== "rejected") {
      await deps.conversations.noteMessage(sale.id, at, { byBuyer: role === "buyer" });
      const { toId: userId } = addressed(draft);
      await deps.outbox.record(messageEvent({ id, userId, action: "created", at }));
    }
    return sent(deps, id);
  });
}

const addressed = ({ sale, role }: Side): Pick<NewMessage, "fromId" | "toId"> =>
  role === "seller"
    ? { fromId: sale.sellerId, toId: sale.buyerId }
    : { fromId: sale.buyerId, toId: sale.sellerId };

/** Gives uploaded files to the message: all of them, each to one message, or the message is not sent. */
async function attach(deps: Deps, { caller, attachments }: Draft, id: string): Promise<void> {
  const keys = [...new Set(attachments)];
  if (keys.length === 0) return;
  const taken = await deps.attachments.take(keys, {
    userId: caller.userId,
    messageId: id,
    now: deps.clock.now(),
  });
  if (taken !== keys.length) throw problems.attachment_invalid();
}

async function sent({ messages }: Pick<Deps, "messages">, id: string): Promise<Message> {
  const message = await messages.find(id);
  if (!message) throw new Error("the message was not stored");
  return message;
}

/** A message by its id, for its sender and, unless it is moderated, its receiver. */
export async function visibleMessage(
  { messages }: Pick<Deps, "messages">,
  { userId }: Caller,
  id: string,
): Promise<Message> {
  const message = await messages.find(id);
  if (!message) throw problems.message_unknown();
  const { fromId, toId, packId } = message;
  if (userId !== fromId && userId !== toId) throw problems.not_conversation_party({ resource: packId });
  if (!maySee(message, userId)) throw problems.message_unknown();
  return message;
}
