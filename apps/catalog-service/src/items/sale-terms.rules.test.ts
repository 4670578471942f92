import { expect, test } from "vitest";
import { manufacturingDaysOf } from "./sale-terms.rules.ts";

test.each([
  ["20 días", 20],
  ["20 dias", 20],
  ["2 meses", 60],
  ["1,5 meses", 45],
  ["1 Años", 365],
  ["2 anos", 730],
  ["0,5 dias", 1],
  ["0 días", null],
  ["999999999999 años", 36_500],
  [null, null],
])("a manufacturing time of %s is %s days", (value_name, days) => {
  const term = { id: "MANUFACTURING_TIME", name: "Disponibilidad de stock", value_id: null, value_name };
  expect(manufacturingDaysOf([term])).toBe(days);
});

test("an item without a manufacturing time is in stock", () => {
  const warranty = { id: "WARRANTY_TIME", name: "Tiempo de garantía", value_id: null, value_name: "90 días" };
  expect(manufacturingDaysOf([warranty])).toBeNull();
});
