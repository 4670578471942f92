import { describe, expect, it } from "vitest";
import { type State, stateAfter, stateWithStock } from "./item-status.rules.ts";

const at = new Date("2026-03-10T15:00:00.000Z");
const active: State = { status: "active", subStatus: [], closedAt: null };
const byHand: State = { status: "paused", subStatus: ["paused_by_seller"], closedAt: null };
const soldOut: State = { status: "paused", subStatus: ["out_of_stock"], closedAt: null };
const closed: State = { status: "closed", subStatus: [], closedAt: new Date(0) };
const reviewed: State = { status: "under_review", subStatus: [], closedAt: null };
const withStock = (state: State, availableQuantity: number) => ({ ...state, availableQuantity });

describe("stock alone", () => {
  it.each([
    ["pauses an active item when it is gone", active, 0, soldOut],
    ["activates what it paused", soldOut, 1, active],
    ["does not activate what its seller paused", byHand, 1, byHand],
    ["leaves what its seller paused as it is when it is gone", byHand, 0, byHand],
    ["leaves a closed item closed", closed, 0, closed],
    ["leaves a review to operators", reviewed, 0, reviewed],
  ])("%s", (_, before, stock, after) => {
    expect(stateWithStock(withStock(before, stock))).toEqual(after);
  });
});

describe("a seller", () => {
  it.each([
    ["pauses an active item", active, 3, { status: "paused" }, byHand],
    ["activates it again", byHand, 3, { status: "active" }, active],
    ["activates one without stock, which waits for it", byHand, 0, { status: "active" }, soldOut],
    ["keeps one without stock paused", soldOut, 0, { status: "paused" }, byHand],
    [
      "sends a pause back that was read",
      soldOut,
      0,
      { status: "paused", subStatus: ["out_of_stock"] },
      soldOut,
    ],
    ["restocks what was read", soldOut, 2, { status: "paused", subStatus: ["out_of_stock"] }, active],
    ["closes an item", active, 3, { status: "closed" }, { ...closed, closedAt: at }],
    ["sends a closed one back", closed, 3, { status: "closed" }, closed],
  ] as const)("%s", (_, before, stock, wish, after) => {
    expect(stateAfter(withStock(before, stock), { ...wish, at })).toEqual(after);
  });
});
