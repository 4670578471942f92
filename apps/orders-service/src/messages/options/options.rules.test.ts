import { describe, expect, it } from "vitest";
import { fits, hoursOf, type Option, options, templateOf, templateText } from "./options.rules.ts";

const option = (id: string): Option => {
  const found = options.find((one) => one.id === id);
  if (!found) throw new Error(`there is no option ${id}`);
  return found;
};
const promise = option("DELIVERY_PROMISE");
const [from = "", to = ""] = templateOf(promise)?.vars?.map(({ id }) => id) ?? [];
const hours = (...values: number[]) =>
  [from, to].flatMap((id, index) => (values[index] === undefined ? [] : [{ id, value: values[index] }]));

describe("the options of the action guide", () => {
  it("are five, of which the promise of delivery is for Flex", () => {
    const ids = [
      "REQUEST_VARIANTS",
      "REQUEST_BILLING_INFO",
      "SEND_INVOICE_LINK",
      "DELIVERY_PROMISE",
      "OTHER",
    ];
    expect(options.map(({ id }) => id)).toEqual(ids);
    const fitting = (type: string) => options.filter((one) => fits(one, [type])).map(({ id }) => id);
    expect(fitting("self_service")).toEqual(ids);
    expect(fitting("drop_off")).toEqual(ids.filter((id) => id !== "DELIVERY_PROMISE"));
  });

  it("have a template, or a text of the seller's own", () => {
    expect(templateOf(option("OTHER"))).toBeUndefined();
    expect(templateOf(option("REQUEST_VARIANTS"))).toEqual({
      id: "TEMPLATE___REQUEST_VARIANTS___1",
      vars: null,
    });
    expect([from, to]).toEqual([
      "TEMPLATE___DELIVERY_PROMISE___1___VAR___INIT",
      "TEMPLATE___DELIVERY_PROMISE___1___VAR___LIMIT",
    ]);
  });

  it.each(["MLA", "MLB", "MLM", "MLU"])("fit the length of a seller's message on %s", (site) => {
    for (const one of options.filter(templateOf)) {
      const text = templateText(one, site, [9, 21]);
      expect(text.length).toBeGreaterThan(20);
      expect(text.length).toBeLessThanOrEqual(350);
    }
  });

  it("are written in the language of the site", () => {
    expect(templateText(promise, "MLA", [9, 21])).toBe(
      "Hola. Entregaremos tu compra entre las 9 y las 21 hs.",
    );
    expect(templateText(promise, "MLB", [9, 21])).toBe("Olá. Entregaremos a sua compra entre 9 e 21 h.");
    expect(templateText(option("REQUEST_BILLING_INFO"), "MLM", [])).toContain("RFC");
  });
});

describe("the hours of a promise", () => {
  const template = templateOf(promise) ?? { id: "", vars: null };
  it("are two, the earlier one first, in any order", () => {
    expect(hoursOf(template, hours(9, 21))).toEqual([9, 21]);
    expect(hoursOf(template, hours(9, 21).toReversed())).toEqual([9, 21]);
  });

  it.each([[[]], [[9]], [[21, 9]], [[9, 9]], [[-1, 9]], [[9, 25]]])("are not %j", (values) => {
    expect(hoursOf(template, hours(...values))).toBeUndefined();
  });

  it("are not of another name, nor of a template without any", () => {
    expect(hoursOf(template, [...hours(9, 21), { id: "MORE", value: 1 }])).toBeUndefined();
    expect(hoursOf(template, [...hours(9), { id: "MORE", value: 21 }])).toBeUndefined();
    expect(hoursOf({ id: "other", vars: null }, [])).toEqual([]);
    expect(hoursOf({ id: "other", vars: null }, hours(9, 21))).toBeUndefined();
  });
});
