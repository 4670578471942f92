import { expect, it } from "vitest";
import { collected } from "./trigger.command.ts";

it("values are set by dotted names, as JSON where they are JSON", () => {
  const values = ["with.text=Hola a=b", "quantity=3", "a.b=c", "a.d.e=true"].reduce<Record<string, unknown>>(
    (before, text) => collected(text, before),
    {},
  );
  expect(values).toEqual({ text: "Hola a=b", quantity: 3, a: { b: "c", d: { e: true } } });
  for (const wrong of ["text", "=x"]) expect(() => collected(wrong, {})).toThrow("--set takes name=value");
});
