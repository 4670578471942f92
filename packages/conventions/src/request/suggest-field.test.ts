import { expect, it } from "vitest";
import { z } from "zod";
import { causesOf, suggesting } from "./causes.ts";

const Attribute = z.strictObject({ id: z.string(), value_name: z.string().nullish() });
const Body = z.strictObject({
  title: z.string().optional(),
  available_quantity: z.int().optional(),
  shipping: z.strictObject({ mode: z.string().optional(), free_shipping: z.boolean().optional() }).nullish(),
  attributes: z.array(Attribute).default([]),
  description: z.union([z.strictObject({ plain_text: z.string() }), z.string()]).optional(),
});

const messagesFor = (value: unknown, schema: z.ZodType = Body): string[] =>
  causesOf(
    schema.safeParse(value, { reportInput: true }).error?.issues ?? [],
    "body",
    suggesting(schema),
  ).map(({ message }) => message);

it.each([
  [{ availible_quantity: 1 }, "unknown field availible_quantity; did you mean available_quantity?"],
  [{ availableQuantity: 1 }, "unknown field availableQuantity; did you mean available_quantity?"],
  [{ titel: "x" }, "unknown field titel; did you mean title?"],
  [{ shipping: { free_shiping: true } }, "unknown field free_shiping; did you mean free_shipping?"],
  [{ attributes: [{ id: "A", "value-name": "x" }] }, "unknown field value-name; did you mean value_name?"],
  [{ description: { plain_text: "x", plaintext: "x" } }, "unknown field plaintext; did you mean plain_text?"],
])("a misspelled field of %j is answered with the one that was meant", (value, message) => {
  expect(messagesFor(value)).toEqual([message]);
});

it.each([{ color: "red" }, { i: 1 }, { attributes: [{ id: "A", i: 1 }] }, { ["x".repeat(100_000)]: 1 }])(
  "a field that is like no other has no suggestion",
  (value) => {
    for (const message of messagesFor(value)) expect(message).not.toContain("did you mean");
    expect(messagesFor(value)).toHaveLength(1);
  },
);

it("a field of another form of the body is reported as one that cannot be sent with the other fields", () => {
  const either = z.union([z.strictObject({ ids: z.array(z.int()) }), z.strictObject({ id: z.int() })]);
  expect(messagesFor({ ids: [1], id: 1 }, either)).toEqual(["id cannot be sent with the other fields"]);
});

it("a hundred thousand misspelled fields are a thousand causes", () => {
  const value = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`title${index}`, 1]));
  expect(messagesFor(value)).toHaveLength(1_000);
});
