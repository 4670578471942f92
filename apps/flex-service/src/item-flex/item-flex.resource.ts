import { type InvalidInput, siteIdParam, siteScopedId } from "@marketplace/conventions";
import { z } from "zod";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { hasFlex, switchOff, switchOn } from "./item-flex.service.ts";

const path = "/flex/sites/{site_id}/items/{item_id}/v2";
const example = "/flex/sites/MLA/items/MLA1400000019/v2";

const params = {
  site_id: siteIdParam().describe("Site id"),
  item_id: siteScopedId("an item").describe("Item id"),
};

const ownProblems = {
  invalid: ({ causes }: InvalidInput) => problems.invalid_data({ cause: causes }),
  invalidToken: problems.wrong_access_token,
  missingScope: () => problems.invalid_authorization(),
  unexpected: () => problems.unexpected_internal_error(),
};

const switchProblems = [
  problems.invalid_data,
  problems.wrong_access_token,
  problems.item_not_found,
  problems.item_down,
] as const;

const ItemFlex = z
  .object({ has_flex: z.boolean().describe("Whether the item ships by Flex") })
  .meta({ id: "ItemFlex" });

const readItemFlex = operation({
  id: "readItemFlex",
  method: "GET",
  path,
  example,
  params,
  summary: "Tells whether an item ships by Flex",
  response: ItemFlex,
  errors: [problems.invalid_data, problems.wrong_access_token, problems.item_does_not_exist],
  problems: ownProblems,
  handle: async (input, deps) => ({ has_flex: await hasFlex(input.params, input.caller, deps) }),
});

const switchFlexOn = operation({
  id: "switchItemFlexOn",
  method: "POST",
  path,
  example,
  params,
  summary: "Switches Flex on for an active item whose category allows it",
  status: 204,
  errors: [...switchProblems, problems.item_already_in_flex],
  problems: ownProblems,
  handle: (input, deps) => switchOn(input.params, input.caller, deps),
});

const switchFlexOff = operation({
  id: "switchItemFlexOff",
  method: "DELETE",
  path,
  example,
  params,
  summary: "Switches Flex off for an active item",
  status: 204,
  errors: [...switchProblems, problems.item_not_in_flex],
  problems: ownProblems,
  handle: (input, deps) => switchOff(input.params, input.caller, deps),
});

/** Whether an item ships by Flex. */
export const itemFlex = resource({
  name: "Item Flex flag",
  description: "Whether an item ships by Flex, and the switch for it",
  fields: ItemFlex,
  related: ["/items", "/categories"],
  operations: [readItemFlex, switchFlexOn, switchFlexOff],
});
