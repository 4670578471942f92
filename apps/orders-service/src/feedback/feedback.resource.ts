import { type Caller, type InvalidInput, idParam, type Problem } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { operation, resource } from "../kit.ts";
import { readable } from "../packs/packs.policy.ts";
import { invalidOrderId, problems } from "../problems.ts";
import { feedbackRows, repeatable, saleRows } from "../sharding/rows.ts";
import { isVisible, sideOf } from "./feedback.rules.ts";
import { Feedback, feedbackBody, feedbackView, OrderFeedback, replyBody } from "./feedback.schema.ts";
import {
  change,
  finishUnfulfilled,
  type GivenFeedback,
  give,
  readableFeedback,
  reply,
} from "./feedback.service.ts";

const onOrder = {
  path: "/orders/{id}/feedback",
  example: "/orders/4600000001/feedback",
  params: { id: idParam().describe("Order id") },
} as const;
const onFeedback = {
  path: "/feedback/{id}",
  example: "/feedback/9044000017",
  params: { id: idParam().describe("Feedback id") },
} as const;
const unreadableOrder = [problems.order_not_found, problems.invalid_order_id, problems.not_owned_order];
const unreadable = [problems.feedback_not_found, problems.not_owned_order];

const examples = {
  body: { fulfilled: true, rating: "positive", message: "Todo perfecto, gracias" },
};

/** `fulfilled` has a code of its own. */
function invalid(input: InvalidInput): Problem | undefined {
  const { where, causes } = input;
  const unclear = causes.some(({ references }) => references[0] === "body.fulfilled");
  return where === "body" && unclear ? problems.invalid_fulfilled({ cause: causes }) : undefined;
}

/** Users by id. */
async function usersOf({ identity }: Deps, ids: readonly number[]) {
  const users = await identity.users({ ids: [...ids] });
  return new Map(users.map((user) => [user.id, user]));
}

/** The answer to a feedback that was given, after its order has been followed up. */
const viewOf =
  (deps: Deps) =>
  async ({ feedback, order }: GivenFeedback) =>
    feedbackView(feedback, { order, users: await usersOf(deps, [order.sellerId, order.buyerId]) });

/** Feedback as a party of the order, or an operator, may read it. */
async function orderFeedback(deps: Deps, id: number, caller: Caller) {
  const order = readable(await deps.orders.find(id), caller);
  const given = await deps.feedback.ofOrders([id]);
  const users = await usersOf(deps, [order.sellerId, order.buyerId]);
  const side = sideOf(order, caller.userId);
  const shown = given.filter((each) => !side || isVisible(each, order, caller.userId));
  const view = (of: "sale" | "purchase") => {
    const found = shown.find((each) => each.side === of);
    return found ? feedbackView(found, { order, users }) : null;
  };
  return { sale: view("sale"), purchase: view("purchase") };
}

/** Feedback: what seller and buyer say of each other after a sale. */
export const feedback = resource({
  name: "Feedback",
  description: "What the seller and the buyer of an order say of each other; seen once both have spoken",
  fields: Feedback,
  related: ["/orders", "/users"],
  connections: {
    order_id: "/orders/{id}",
    "item.id": "/items/{id}",
    "from.id": "/users/{id}",
    "to.id": "/users/{id}",
  },
  operations: [
    operation({
      ...onOrder,
      id: "getOrderFeedback",
      method: "GET",
      summary: "Reads the feedback of both sides of an order; only its parties and operators see it",
      response: OrderFeedback,
      errors: unreadableOrder,
      problems: { invalid: invalidOrderId },
      site: ({ params }) => repeatable(saleRows(params.id)),
      handle: ({ params: { id }, caller }, deps) => orderFeedback(deps, id, caller),
    }),
    operation({
      ...onOrder,
      id: "createFeedback",
      method: "POST",
      summary: "Gives the caller's feedback on an order, as its seller (sale) or its buyer (purchase)",
      body: feedbackBody,
      examples,
      status: 201,
      response: Feedback,
      creates: "in steps",
      errors: [
        ...unreadableOrder,
        problems.invalid_fulfilled,
        problems.feedback_already_exists,
        problems.unfulfilled_too_late,
      ],
      problems: { invalid: (input) => invalid(input) ?? invalidOrderId(input) },
      site: ({ params }) => saleRows(params.id),
      async handle({ params: { id }, body, caller, once }, deps) {
        const order = readable(await deps.orders.find(id), caller);
        const users = await usersOf(deps, [order.sellerId, order.buyerId]);
        return once({
          change: () => give(deps, id, { ...body, caller }),
          finish: (given) => finishUnfulfilled(deps, given),
          answer: (given) => feedbackView(given.feedback, { order: given.order, users }),
        });
      },
    }),
    operation({
      ...onFeedback,
      id: "getFeedback",
      method: "GET",
      summary: "Reads a feedback; the other side once both have given theirs",
      response: Feedback,
      errors: unreadable,
      site: ({ params }) => repeatable(feedbackRows(params.id)),
      async handle({ params: { id }, caller }, deps) {
        const found = await readableFeedback(deps, id, caller);
        const order = readable(await deps.orders.find(found.orderId), caller);
        return viewOf(deps)({ feedback: found, order });
      },
    }),
    operation({
      ...onFeedback,
      id: "updateFeedback",
      method: "PUT",
      summary: "Changes a feedback of the caller's",
      body: feedbackBody,
      examples,
      response: Feedback,
      errors: [
        ...unreadable,
        problems.invalid_fulfilled,
        problems.unfulfilled_too_late,
        problems.units_returned,
      ],
      problems: { invalid },
      site: ({ params }) => feedbackRows(params.id),
      handle: async ({ params: { id }, body, caller }, deps) =>
        viewOf(deps)(await finishUnfulfilled(deps, await change(deps, id, { ...body, caller }))),
    }),
    operation({
      ...onFeedback,
      path: "/feedback/{id}/reply",
      example: "/feedback/9044000017/reply",
      id: "replyToFeedback",
      method: "POST",
      summary: "Replies to a feedback on the caller, once, within 14 days of its visibility",
      body: replyBody,
      examples: { body: { reply: "¡Gracias por tu compra!" } },
      status: 201,
      response: Feedback,
      creates: "in steps",
      errors: [...unreadable, problems.reply_time_expired, problems.reply_already_exists],
      site: ({ params }) => feedbackRows(params.id),
      async handle({ params: { id }, body, caller, once }, deps) {
        const found = await readableFeedback(deps, id, caller);
        const order = readable(await deps.orders.find(found.orderId), caller);
        const users = await usersOf(deps, [order.sellerId, order.buyerId]);
        return once({
          change: () => reply(deps, id, { caller, text: body.reply }),
          answer: (given) => feedbackView(given.feedback, { order: given.order, users }),
        });
      },
    }),
  ],
});
