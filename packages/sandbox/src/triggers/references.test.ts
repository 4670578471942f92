import { expect, it } from "vitest";
import { resolve, resolveCall, UnknownReference } from "./references.ts";

const known = { with: { text: "Hola", quantity: 3 }, sale: { orders: [{ id: 7 }] } };

it("a text that is one reference becomes the value, others hold it as text", () => {
  const value = {
    items: [{ quantity: "${with:quantity}" }],
    path: "/orders/${sale:orders.0.id}?q=${with:text}",
  };
  expect(resolve(value, known)).toEqual({ items: [{ quantity: 3 }], path: "/orders/7?q=Hola" });
});

it("a path's values stay within their segment, and have a text", () => {
  const call = (path: string) =>
    resolveCall({ path }, { with: { id: "../a?b#c", none: null, list: [1] } }).path;
  expect(call("/orders/${with:id}?q=${with:id}")).toBe("/orders/..%2Fa%3Fb%23c?q=..%2Fa%3Fb%23c");
  for (const name of ["none", "list"])
    expect(() => call(`/orders/\${with:${name}}`)).toThrow(UnknownReference);
});

it("what refers to nothing, or to what objects inherit, is refused by name", () => {
  for (const text of [
    "${with:none}",
    "${none:x}",
    "${sale:orders.1.id}",
    "${with:toString}",
    "${constructor:name}",
  ])
    expect(() => resolve(text, known)).toThrow(UnknownReference);
});
