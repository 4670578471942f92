import type { Caller } from "@marketplace/conventions";
import type { Deps } from "../../deps.ts";
import { maySend } from "../conversation.rules.ts";
import { currentState, type Side, sideOf } from "../conversations.service.ts";
import { checkedText, moderated } from "../message-text.rules.ts";
import { OptionUsed } from "../messages.repo.ts";
import { type Draft, send } from "../messages.service.ts";
import { problems } from "../problems.ts";
import { fits, hoursOf, type Option, options, templateOf, templateText } from "./options.rules.ts";

/** What a seller sends by an option. */
export interface Chosen {
  option_id: string;
  template_id?: string | null | undefined;
  text?: string | null | undefined;
  vars?: readonly { id: string; value: number }[] | null | undefined;
}

/** The caller's sale; options are the seller's. */
export async function sellersSide(deps: Deps, caller: Caller, packId: number): Promise<Side> {
  const side = await sideOf(deps, caller, { packId });
  if (side.role !== "seller") throw problems.not_conversation_party({ resource: packId });
  return side;
}

const logisticTypesOf = (orders: readonly { logisticType: string }[]): string[] =>
  orders.map(({ logisticType }) => logisticType);

/**
 * Each option, whether it fits the sale, how often it can still be used until the buyer writes, and whether
 * the conversation takes it now.
 */
export async function availableOptions(deps: Deps, { sale, role }: Side) {
  const conversation = await deps.conversations.find(sale.id);
  const { orders, state } = await currentState(deps, sale, conversation);
  const used = await deps.messages.usedOptions(sale.id, conversation.round);
  return options.map((option) => {
    const enabled = fits(option, logisticTypesOf(orders));
    const capAvailable = enabled && !used.has(option.id) ? 1 : 0;
    return { option, enabled, capAvailable, actionable: capAvailable > 0 && maySend(role, state) };
  });
}

/** The message that an option sends; throws for an option that is none, or is used wrongly. */
export async function draftOf(deps: Deps, side: Side & { caller: Caller }, chosen: Chosen): Promise<Draft> {
  const option = options.find(({ id }) => id === chosen.option_id);
  const orders = await deps.conversations.saleFacts(side.sale.id);
  if (!option || !fits(option, logisticTypesOf(orders))) throw problems.option_invalid();
  const content = contentOf(deps, { option, siteId: side.sale.siteId }, chosen);
  return { ...side, ...content, attachments: [], optionId: option.id };
}

/** The text of a template, which needs no moderation, or the seller's own. */
function contentOf(
  deps: Deps,
  { option, siteId }: { option: Option; siteId: string },
  { template_id, text: own, vars }: Chosen,
): Pick<Draft, "text" | "moderation"> {
  const template = templateOf(option);
  if (!template) {
    const text = checkedText(own, "seller");
    return { text, moderation: moderated(text, { on: deps.moderation, links: option.links === true }) };
  }
  if (template_id !== undefined && template_id !== null && template_id !== template.id)
    throw problems.template_invalid({ id: template_id });
  const values = hoursOf(template, vars ?? []);
  if (!values) throw problems.template_vars_invalid({ id: template.id });
  return { text: templateText(option, siteId, values), moderation: "clean" };
}

/** Sends the message of an option. Of two at once, one finds the option used. */
export async function sendOption(deps: Deps, draft: Draft) {
  try {
    return await send(deps, draft);
  } catch (error) {
    if (!(error instanceof OptionUsed)) throw error;
    throw problems.option_used({ option: draft.optionId ?? "" });
  }
}
