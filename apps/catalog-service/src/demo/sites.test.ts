import { expect, test } from "vitest";
import { currencies } from "./currencies.ts";
import { sites } from "./sites.ts";

test("the public list has nineteen sites with unique ids and countries", () => {
  expect(sites).toHaveLength(19);
  expect(new Set(sites.map((site) => site.id)).size).toBe(19);
  expect(new Set(sites.map((site) => site.country_id)).size).toBe(19);
});

test("every site's currency is in the currency list, and so is the dollar", () => {
  const known = new Set(currencies.map((currency) => currency.id));
  for (const site of sites) expect(known).toContain(site.default_currency_id);
  expect(known).toContain("USD");
  expect(known.size).toBe(currencies.length);
});

test("every time zone is known to the runtime", () => {
  for (const site of sites) {
    expect(() => new Intl.DateTimeFormat("en", { timeZone: site.time_zone }), site.id).not.toThrow();
  }
});

test("Chilean pesos and guaraníes have no decimals", () => {
  const without = currencies
    .filter((currency) => currency.decimal_places === 0)
    .map((currency) => currency.id);
  expect(without).toEqual(["CLP", "PYG"]);
});
