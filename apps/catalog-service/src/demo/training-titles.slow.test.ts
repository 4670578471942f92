import { describe, expect, test } from "vitest";
import { demoLeaves } from "./categories.ts";
import { modelTitles } from "./model-titles.ts";
import { allDemoSiteIds, type DemoSiteId } from "./sites.ts";
import { trainingTitles } from "./training-titles.ts";

const leafOf = (site: DemoSiteId, domain: string) =>
  demoLeaves(site).find(({ source }) => source.domain === domain)?.category ?? { id: "none" };

describe.each(allDemoSiteIds)("the training titles of %s", (site) => {
  const titles = trainingTitles(site);

  test("give every leaf at least thirty distinct titles within its length", () => {
    for (const { category } of demoLeaves(site)) {
      const own = titles.filter((title) => title.categoryId === category.id);
      expect(new Set(own.map(({ title }) => title)).size, category.name).toBeGreaterThanOrEqual(30);
      for (const { title } of own) {
        expect(title.length).toBeLessThanOrEqual(category.settings.max_title_length);
        expect(title.trim()).not.toBe("");
      }
    }
  });

  test("are deterministic", () => {
    expect(trainingTitles(site)).toEqual(titles);
  });
});

test.each([
  ["MLA", "celular samsung galaxy a54 128gb", "CELLPHONES"],
  ["MLA", "camioneta toyota hilux 2015 4x4", "CARS_AND_VANS"],
  ["MLA", "yerba mate playadito 1kg", "YERBA_MATE"],
  ["MLA", "zapatillas running hombre talle 42", "SNEAKERS"],
  ["MLA", "notebook lenovo i5", "NOTEBOOKS"],
  ["MLB", "arroz tio joão tipo 1 5kg", "RICE"],
  ["MLB", "café torrado e moído pilão 500g", "COFFEE"],
  ["MLC", "refrigerador mademsa no frost", "REFRIGERATORS"],
  ["MLM", "nissan tsuru 2005 estándar", "CARS_AND_VANS"],
  ["MLU", "chevrolet onix nafta único dueño", "CARS_AND_VANS"],
] as const)("on %s the words of '%s' are known in %s", (site, query, domain) => {
  const { id } = leafOf(site, domain);
  const own = trainingTitles(site).filter(({ categoryId }) => categoryId === id);
  const words = new Set(own.flatMap(({ title }) => title.split(" ")));
  for (const word of query.split(" ")) expect(words).toContain(word);
});

test.each([
  ["MLA", "samsung galaxy a15", "CELLPHONES"],
  ["MLA", "galaxy a15", "CELLPHONES"],
  ["MLA", "gol trend", "CARS_AND_VANS"],
  ["MLB", "fiat strada", "CARS_AND_VANS"],
  ["MLC", "canon eos r50", "DIGITAL_CAMERAS"],
  ["MLA", "lentejas", "LEGUMES"],
  ["MLA", "toyota", "CARS_AND_VANS"],
  ["MLB", "retroescavadeira", "HEAVY_MACHINERY"],
  ["MLC", "lavaloza", "DISH_DETERGENTS"],
  ["MLM", "nissan tsuru", "CARS_AND_VANS"],
  ["MLU", "yumbo gs 125", "MOTORCYCLES"],
] as const)("on %s '%s' is a name of %s alone", (site, name, domain) => {
  const own = modelTitles(site).filter(({ title }) => title === name);
  expect(own.map(({ categoryId }) => categoryId)).toEqual([leafOf(site, domain).id]);
});

test("a noun of several categories is not a title of any", () => {
  expect(modelTitles("MLA").filter(({ title }) => title === "teclado")).toEqual([]);
});

test("accessories have titles with the models of cars", () => {
  const ofOnix = modelTitles("MLB").filter(({ title }) => title.endsWith(" onix"));
  const categories = ofOnix.map(({ categoryId }) => categoryId);
  for (const domain of ["CARS_AND_VANS", "CAR_PARTS"]) expect(categories).toContain(leafOf("MLB", domain).id);
});
