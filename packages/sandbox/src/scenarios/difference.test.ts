import { expect, it } from "vitest";
import { differenceOf } from "./difference.ts";

const actual = { status: "paid", tags: ["paid", "test_order"], payments: [{ id: 1, status: "approved" }] };

it.each([[{ status: "paid" }], [{ tags: ["test_order"], payments: [{ status: "approved" }] }]])(
  "what is there at least fits",
  (expected) => {
    expect(differenceOf(expected, actual)).toBeUndefined();
  },
);

it.each([
  [{ status: "confirmed" }, 'body.status is "paid", not "confirmed"'],
  [{ tags: ["delivered"] }, 'body.tags has no "delivered"'],
  [{ payments: [{ status: "refunded" }] }, 'body.payments has no {"status":"refunded"}'],
  [{ none: 1 }, "body.none is undefined, not 1"],
  [{ status: { id: 1 } }, "body.status is no object"],
])("says what is different", (expected, difference) => {
  expect(differenceOf(expected, actual)).toBe(difference);
});
