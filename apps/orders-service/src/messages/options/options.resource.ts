import { idParam } from "@marketplace/conventions";
import { z } from "zod";
import { operation, resource } from "../../kit.ts";
import { repeatable, saleRows } from "../../sharding/rows.ts";
import { maxLength } from "../message-text.rules.ts";
import { packErrors, tagQuery } from "../messages.resource.ts";
import { Message, messageView } from "../messages.schema.ts";
import { assertMessagingAllowed, isMessagingAllowed } from "../messages.service.ts";
import { problems } from "../problems.ts";
import { templateOf } from "./options.rules.ts";
import { availableOptions, draftOf, sellersSide, sendOption } from "./options.service.ts";

const path = "/messages/action_guide/packs/{pack_id}";
const example = "/messages/action_guide/packs/4600000001";
const params = { pack_id: idParam().describe("Pack id, or the id of an order without a pack") };
const cap = z.int().min(0).describe("How often it can be used until the buyer writes");

const ActionGuide = z
  .object({
    options: z
      .array(
        z.object({
          id: z.string().describe("Option id"),
          enabled: z.boolean().describe("Whether it fits the sale"),
          type: z.enum(["template", "free_text"]).describe("A text that is fixed, or the seller's own"),
          templates: z
            .array(
              z.object({
                id: z.string().describe("Template id"),
                vars: z
                  .array(z.object({ id: z.string(), type: z.literal("NUMBER") }))
                  .nullable()
                  .describe("Numbers that the text needs; null without any"),
              }),
            )
            .nullable()
            .describe("Its templates; null for free text"),
          actionable: z.boolean().describe("Whether the seller can send a message by it now"),
          char_limit: z.int().nullable().describe("Longest text; null for a template"),
          child_options: z.null().describe("Always null"),
          cap_available: cap,
        }),
      )
      .describe("Reasons to write"),
  })
  .meta({ id: "ActionGuide" });

const Caps = z
  .array(z.object({ option_id: z.string().describe("Option id"), cap_available: cap }))
  .meta({ id: "AvailableCaps" });

const optionBody = z.strictObject({
  option_id: z.string().max(100).describe("Option id"),
  template_id: z.string().max(200).nullish().describe("Template of the option; the only one when absent"),
  text: z.string().nullish().describe("What to say, for free text"),
  vars: z
    .array(z.strictObject({ id: z.string().max(200), value: z.int() }))
    .max(10)
    .nullish()
    .describe("Numbers of the template: the hours of DELIVERY_PROMISE, from and until"),
});

const getGuide = operation({
  id: "getActionGuide",
  method: "GET",
  path,
  summary: "Lists the options by which the seller of a pack can write to its buyer",
  example,
  params,
  query: tagQuery,
  response: ActionGuide,
  errors: packErrors,
  site: ({ params: { pack_id } }) => repeatable(saleRows(pack_id)),
  async handle({ params, caller }, deps) {
    const available = await availableOptions(deps, await sellersSide(deps, caller, params.pack_id));
    const isAllowed = await isMessagingAllowed(deps, caller);
    return {
      options: available.map(({ option, enabled, capAvailable, actionable }) => {
        const template = templateOf(option);
        return {
          id: option.id,
          enabled,
          type: option.type,
          templates: template ? [{ id: template.id, vars: template.vars && [...template.vars] }] : null,
          actionable: isAllowed && actionable,
          char_limit: template ? null : maxLength.seller,
          child_options: null,
          cap_available: capAvailable,
        };
      }),
    };
  },
});

const getCaps = operation({
  id: "getAvailableCaps",
  method: "GET",
  path: `${path}/caps_available`,
  summary: "Says how often each option can be used until the buyer writes",
  example: `${example}/caps_available`,
  params,
  query: tagQuery,
  response: Caps,
  errors: packErrors,
  site: ({ params: { pack_id } }) => repeatable(saleRows(pack_id)),
  async handle({ params, caller }, deps) {
    const available = await availableOptions(deps, await sellersSide(deps, caller, params.pack_id));
    return available.map(({ option, capAvailable }) => ({
      option_id: option.id,
      cap_available: capAvailable,
    }));
  },
});

const executeOption = operation({
  id: "executeOption",
  method: "POST",
  path: `${path}/option`,
  summary: "Writes to the buyer of a pack by an option: each once until the buyer writes",
  example: `${example}/option`,
  params,
  query: tagQuery,
  body: optionBody,
  examples: { body: { option_id: "OTHER", text: "¡Gracias por tu compra! Mañana la despachamos." } },
  status: 201,
  response: Message,
  creates: "in steps",
  errors: [
    ...packErrors,
    problems.option_invalid,
    problems.option_used,
    problems.template_invalid,
    problems.template_vars_invalid,
    problems.field_required,
    problems.content_too_long,
    problems.conversation_blocked,
  ],
  site: ({ params: { pack_id } }) => saleRows(pack_id),
  async handle({ params, body, caller, once }, deps) {
    const side = await sellersSide(deps, caller, params.pack_id);
    const draft = await draftOf(deps, { ...side, caller }, body);
    await assertMessagingAllowed(deps, caller);
    return once({ change: () => sendOption(deps, draft), answer: messageView });
  },
});

/** The action guide: reasons for which a seller writes to the buyer of a pack. */
export const actionGuide = resource({
  name: "Action guide",
  description: "Reasons for which the seller of a pack writes to its buyer first",
  fields: ActionGuide,
  related: ["/messages", "/packs"],
  operations: [getGuide, getCaps, executeOption],
});
