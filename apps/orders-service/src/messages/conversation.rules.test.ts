import { dayMs } from "@marketplace/conventions";
import { describe, expect, it } from "vitest";
import {
  type BlockReason,
  conversationState,
  maySend,
  mayUpdateStatus,
  type SaleFacts,
  type TalkFacts,
} from "./conversation.rules.ts";

const now = new Date("2026-03-10T15:00:00.000Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
const order = (changes: Partial<SaleFacts> = {}): SaleFacts => ({
  status: "paid",
  logisticType: "drop_off",
  shippingStatus: "shipped",
  shipmentId: 1,
  createdAt: daysAgo(3),
  closedAt: daysAgo(2),
  lastUpdated: daysAgo(1),
  refundedAt: null,
  ...changes,
});
const silence: TalkFacts = { lastMessageAt: null, reopenedAt: null, blockedAt: null };
const stateOf = (orders: SaleFacts[], talk: Partial<TalkFacts> = {}) =>
  conversationState(orders, { ...silence, ...talk }, now);

describe("a conversation", () => {
  it("is active from the payment on", () => {
    expect(stateOf([order()])).toEqual({ substatus: null, since: daysAgo(2) });
  });

  const blocked: [string, SaleFacts[], Partial<TalkFacts>, BlockReason, Date][] = [
    ["a canceled order", [order({ status: "cancelled" })], {}, "blocked_by_cancelled_order", daysAgo(1)],
    ["an invalid order", [order({ status: "invalid" })], {}, "blocked_by_cancelled_order", daysAgo(1)],
    ["a refund", [order({ refundedAt: daysAgo(1) })], {}, "blocked_by_refund", daysAgo(1)],
    [
      "a refund of a seller who did not deliver",
      [order({ status: "confirmed", refundedAt: daysAgo(1) })],
      {},
      "blocked_by_refund",
      daysAgo(1),
    ],
    ...(["confirmed", "payment_required", "payment_in_process", "partially_paid"] as const).map(
      (status): [string, SaleFacts[], Partial<TalkFacts>, BlockReason, Date] => [
        `an order that is ${status}`,
        [order({ status, closedAt: null })],
        {},
        "blocked_by_payment",
        daysAgo(1),
      ],
    ),
    [
      "a shipment of the platform's warehouse",
      [order({ logisticType: "fulfillment" })],
      {},
      "blocked_by_fulfillment",
      daysAgo(2),
    ],
    ["its buyer", [order()], { blockedAt: daysAgo(1) }, "blocked_by_buyer", daysAgo(1)],
    ["30 days after the sale", [order({ closedAt: daysAgo(30) })], {}, "blocked_by_time", daysAgo(0)],
    [
      "30 days after the last message",
      [order({ closedAt: daysAgo(60) })],
      { lastMessageAt: daysAgo(31), reopenedAt: daysAgo(40) },
      "blocked_by_time",
      daysAgo(1),
    ],
  ];
  it.each(blocked)("is blocked by %s", (_, orders, talk, substatus, since) => {
    expect(stateOf(orders, talk)).toEqual({ substatus, since });
  });

  const active: [string, SaleFacts[], Partial<TalkFacts>][] = [
    ["one of two orders is canceled", [order(), order({ status: "cancelled" })], {}],
    ["one of two orders is paid", [order(), order({ status: "payment_required", closedAt: null })], {}],
    [
      "the platform's warehouse has delivered",
      [order({ logisticType: "fulfillment", shippingStatus: "delivered" })],
      {},
    ],
    ["the last message is 29 days old", [order({ closedAt: daysAgo(60) })], { lastMessageAt: daysAgo(29) }],
    ["the buyer wrote after the refund", [order({ refundedAt: daysAgo(2) })], { reopenedAt: daysAgo(1) }],
    [
      "a refund is of an order that was canceled",
      [order(), order({ status: "cancelled", refundedAt: now })],
      {},
    ],
  ];
  it.each(active)("is active when %s", (_, orders, talk) => {
    expect(stateOf(orders, talk).substatus).toBeNull();
  });
});

describe("who may write", () => {
  const cases: [BlockReason | null, boolean, boolean][] = [
    [null, true, true],
    ["blocked_by_cancelled_order", false, false],
    ["blocked_by_refund", false, true],
    ["blocked_by_payment", false, false],
    ["blocked_by_fulfillment", false, false],
    ["blocked_by_buyer", false, true],
    ["blocked_by_time", false, true],
  ];
  it.each(cases)("%s: seller %s, buyer %s", (substatus, seller, buyer) => {
    const state = { substatus, since: now };
    expect([maySend("seller", state), maySend("buyer", state)]).toEqual([seller, buyer]);
    expect([mayUpdateStatus("seller", state), mayUpdateStatus("buyer", state)]).toEqual([false, buyer]);
  });
});
