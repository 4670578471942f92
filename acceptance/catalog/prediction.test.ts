import { describe, expect, test } from "vitest";
import { get, post } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { fixtures, newItem, newUser, users } from "../api/world.ts";

const as = users.buyer_mla;

interface Prediction {
  domain_id: string;
  category_id: string;
  attributes: { id: string; name: string; value_id: string; value_name: string }[];
}
interface Category {
  path_from_root: { id: string }[];
  children_categories: unknown[];
  settings: { buying_modes: string[] };
}

const predict = async (q: string, more = "", site = "MLA"): Promise<Prediction[]> => {
  const answer = await get(`/sites/${site}/domain_discovery/search?q=${encodeURIComponent(q)}${more}`, {
    as,
  });
  expect({ q, status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json<Prediction[]>();
};
const categoryOf = async (id: string) => (await get(`/categories/${id}`, { as })).json<Category>();

describe("domain discovery", () => {
  test("a record has domain, category and attributes; up to four leaf categories by default", async () => {
    const found = await predict("celular samsung galaxy a54 128gb");
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThanOrEqual(4);
    for (const record of found) {
      expect(Object.keys(record)).toEqual([
        "domain_id",
        "domain_name",
        "category_id",
        "category_name",
        "attributes",
      ]);
      expect((await categoryOf(record.category_id)).children_categories).toEqual([]);
    }
    expect(found[0]?.category_id).toBe(fixtures.category_leaf);
  });

  test("a vehicle's title in Spanish finds the vehicles, with brand and model in it", async () => {
    const [first] = await predict("Toyota Corolla 2018 xei automático");
    expect(first).toMatchObject({
      category_id: fixtures.category_vehicles,
      domain_id: fixtures.domain_vehicles,
    });
    expect(first?.attributes).toContainEqual({
      id: "BRAND",
      name: expect.any(String),
      value_id: expect.any(String),
      value_name: "Toyota",
    });
  });

  test("a supermarket title in Portuguese finds its Brazilian category", async () => {
    const [coffee] = await predict("Café em pó torrado e moído 500g", "", "MLB");
    expect(coffee).toMatchObject({ category_id: expect.stringMatching(/^MLB\d+$/), category_name: "Café" });
    const [rice] = await predict("arroz branco tipo 1 5kg", "", "MLB");
    expect(rice).toMatchObject({ category_name: "Arroz" });
  });

  test.each([
    ["MLA", "auto usado gol", "CARS_AND_VANS"],
    ["MLA", "auto usado", "CARS_AND_VANS"],
    ["MLA", "auto 0km", "CARS_AND_VANS"],
    ["MLA", "pickup", "CARS_AND_VANS"],
    ["MLA", "moto", "MOTORCYCLES"],
    ["MLA", "notebook", "NOTEBOOKS"],
    ["MLA", "xiaomi redmi note 13 256gb", "CELLPHONES"],
    ["MLA", "funda iphone 13", "CELLPHONE_CASES"],
    ["MLA", "repuesto gol", "CAR_PARTS"],
    ["MLB", "onix", "CARS_AND_VANS"],
    ["MLA", "vendo camioneta 4x4", "CARS_AND_VANS"],
    ["MLA", "moto usada", "MOTORCYCLES"],
    ["MLA", "stereo para auto", "CAR_STEREOS"],
    ["MLB", "carro usado", "CARS_AND_VANS"],
    ["MLC", "neumáticos auto", "TIRES"],
    ["MLA", "paragolpe delantero vw gol", "CAR_PARTS"],
    ["MLA", "faro trasero derecho toyota etios", "CAR_PARTS"],
    ["MLA", "capot renault sandero", "CAR_PARTS"],
    ["MLA", "guardabarro delantero izquierdo fiat punto", "CAR_PARTS"],
    ["MLA", "inyectores hilux", "CAR_PARTS"],
    ["MLA", "nuevo Kit distribucion renault clio", "CAR_PARTS"],
    ["MLA", "optica delantera peugeot 208", "CAR_PARTS"],
    ["MLA", "escape yamaha fz", "MOTORCYCLE_PARTS"],
    ["MLA", "excavadora caterpillar 320", "HEAVY_MACHINERY"],
    ["MLA", "tractor john deere", "HEAVY_MACHINERY"],
    ["MLA", "cuatriciclo yamaha raptor 700", "MOTORCYCLES"],
    ["MLA", "suran 2012", "CARS_AND_VANS"],
    ["MLA", "peugeot 504 1985", "CARS_AND_VANS"],
    ["MLA", "moto de agua sea doo", "BOATS"],
    ["MLA", "quinta en pilar", "HOUSES"],
    ["MLA", "campo 100 hectareas", "LANDS"],
    ["MLA", "oficina 40 m2 microcentro", "COMMERCIAL_PROPERTIES"],
    ["MLA", "instalacion de gas termotanque", "PLUMBING_SERVICES"],
    ["MLA", "cucha perro", "PET_ACCESSORIES"],
    ["MLA", "harina 0000", "FLOURS"],
    ["MLA", "azucar ledesma", "SUGARS"],
    ["MLA", "leche entera 1 l", "MILKS"],
    ["MLA", "funda galaxy s23", "CELLPHONE_CASES"],
    ["MLB", "radiador palio", "CAR_PARTS"],
    ["MLB", "lanterna traseira uno", "CAR_PARTS"],
    ["MLB", "para-choque dianteiro onix", "CAR_PARTS"],
    ["MLB", "escavadeira komatsu", "HEAVY_MACHINERY"],
    ["MLB", "opala 1980", "CARS_AND_VANS"],
    ["MLB", "jet ski", "BOATS"],
    ["MLB", "teclado yamaha", "MUSICAL_KEYBOARDS"],
    ["MLB", "camisa social", "T_SHIRTS"],
    ["MLB", "feijão carioca 1kg", "LEGUMES"],
    ["MLB", "água sanitária", "HOUSEHOLD_CLEANERS"],
    ["MLB", "molho de tomate", "TOMATO_SAUCES"],
    ["MLB", "detergente ypê", "DISH_DETERGENTS"],
    ["MLB", "novo pneu 175/65 r14", "TIRES"],
    ["MLC", "foco delantero chevrolet spark", "CAR_PARTS"],
    ["MLC", "kit de arrastre yamaha fz", "MOTORCYCLE_PARTS"],
    ["MLC", "retroexcavadora", "HEAVY_MACHINERY"],
    ["MLC", "nissan v16 2010", "CARS_AND_VANS"],
    ["MLC", "porotos negros", "LEGUMES"],
    ["MLC", "jurel en conserva", "CANNED_FOODS"],
  ])("on %s '%s', as people say it, is of %s", async (site, title, domain) => {
    const [first] = await predict(title, "", site);
    expect(first?.domain_id).toBe(`${site}-${domain}`);
  });

  test("the title of a new item counts at once, before training", async () => {
    const word = `Klumen${[...crypto.randomUUID()].filter((letter) => /[a-f]/.test(letter)).join("")}`;
    await newItem(await newUser(), { title: `${word} de lujo` });
    await expect.poll(async () => (await predict(word))[0]?.category_id).toBe(fixtures.category_leaf);
  });

  test("target and limit narrow the answer", async () => {
    const title = "Toyota Corolla 2018";
    expect(await predict(title, "&limit=1")).toHaveLength(1);
    for (const { category_id } of await predict(title, "&target=classified&limit=8"))
      expect((await categoryOf(category_id)).settings.buying_modes).toContain("classified");
    for (const { category_id } of await predict(title, "&target=core&limit=8"))
      expect((await categoryOf(category_id)).settings.buying_modes).not.toContain("classified");
  });

  test("a title without a known word predicts nothing", async () => {
    expect(await predict("qwxzvk jjkqpw")).toEqual([]);
  });

  test.each([
    "",
    "q=",
    "q=%20",
    "q=auto&limit=0",
    "q=auto&limit=9",
    "q=auto&limit=-1",
    "q=auto&limit=1.5",
    "q=auto&limit=abc",
    "q=auto&target=all",
  ])("?%s is a bad request", async (query) => {
    expectProblem(await get(`/sites/MLA/domain_discovery/search?${query}`, { as }), 400, "bad_request");
  });

  test("a title of ten thousand characters is a bad request", async () => {
    const path = `/sites/MLA/domain_discovery/search?q=${"a".repeat(10_240)}`;
    expectProblem(await get(path, { as }), 400, "bad_request");
  });
});

describe("top values", () => {
  interface Value {
    id: string;
    name: string;
    metric: number;
  }
  const path = (domain: string, attribute: string) =>
    `/catalog_domains/${domain}/attributes/${attribute}/top_values`;
  const top = async (attribute: string, query = "", body?: unknown) => {
    const answer = await post(`${path(fixtures.domain_vehicles, attribute)}${query}`, {
      as,
      ...(body ? { body } : {}),
    });
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    return answer.json<Value[]>();
  };

  test("are ordered by metric, with id and name", async () => {
    const values = await top("BRAND");
    expect(values.length).toBeGreaterThan(1);
    for (const value of values)
      expect(value).toEqual({ id: expect.any(String), name: expect.any(String), metric: expect.any(Number) });
    const metrics = values.map(({ metric }) => metric);
    expect(metrics).toEqual(metrics.toSorted((a, b) => b - a));
    expect(await top("BRAND", "?limit=1&metric_type=NOL_90")).toEqual(values.slice(0, 1));
  });

  test("known attributes restrict the computation; values without a match give []", async () => {
    const [brand] = await top("BRAND");
    const models = await top("MODEL", "", { known_attributes: [{ id: "BRAND", value_id: brand?.id }] });
    expect(models.reduce((sum, { metric }) => sum + metric, 0)).toBeLessThanOrEqual(brand?.metric ?? 0);
    expect(models.length).toBeLessThan((await top("MODEL")).length);
    expect(await top("MODEL", "", { known_attributes: [{ id: "BRAND", value_id: "0" }] })).toEqual([]);
  });

  test.each([
    ["MLA-CELLPHONES", "BRAND"],
    ["MLC-CARS_AND_VANS", "BRAND"],
    ["MLA-NOTHING", "BRAND"],
    ["MLA-CARS_AND_VANS", "NO_SUCH_ATTRIBUTE"],
  ])("%s %s is 404", async (domain, attribute) => {
    expectProblem(await post(path(domain, attribute), { as }), 404, "not_found");
  });

  test.each(["limit=0", "limit=1001", "limit=abc", "metric_type=NOL_30"])(
    "?%s is a bad request",
    async (query) => {
      expectProblem(
        await post(`${path(fixtures.domain_vehicles, "BRAND")}?${query}`, { as }),
        400,
        "bad_request",
      );
    },
  );

  test.each([
    { known_attributes: "BRAND" },
    { known_attributes: [{ id: 7 }] },
    { known_attributes: [{ id: "BRAND" }] },
    "{",
  ])("%j is no list of known attributes", async (body) => {
    expectProblem(await post(path(fixtures.domain_vehicles, "BRAND"), { as, body }), 400, "bad_request");
  });
});
