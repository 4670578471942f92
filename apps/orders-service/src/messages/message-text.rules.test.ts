import { describe, expect, it } from "vitest";
import { checkedText, moderated } from "./message-text.rules.ts";

describe("the text of a message", () => {
  it.each([
    ["seller", 350],
    ["buyer", 3_500],
  ] as const)("of a %s has at most %i characters, as a person counts them", (role, max) => {
    const longest = "📦".repeat(max);
    expect(checkedText(longest, role)).toBe(longest);
    expect(() => checkedText(`${longest}.`, role)).toThrow(
      `The message content is too long, max characters allowed are ${max}`,
    );
  });

  it.each([[undefined], [null], [""], [" \n\u200b"]])("is not %j", (text) => {
    expect(() => checkedText(text, "buyer")).toThrow("The field 'text' is required");
  });

  it("is moderated by the rule of questions, unless that is off", () => {
    expect(moderated("llamame al +5491144445555", { on: true })).toBe("rejected");
    expect(moderated("¿llegó bien?", { on: true })).toBe("clean");
    expect(moderated("llamame al +5491144445555", { on: false })).toBe("non_moderated");
  });

  it("may hold the address of an invoice where its option says so, and nothing else", () => {
    const invoice = "Tu factura: https://facturas.example/f/123?x=1";
    expect(moderated(invoice, { on: true })).toBe("rejected");
    expect(moderated(invoice, { on: true, links: true })).toBe("clean");
    expect(moderated(`${invoice} o escribime a ana@correo.com`, { on: true, links: true })).toBe("rejected");
  });
});
