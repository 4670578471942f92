import { callers, conforms, expectProblem } from "@marketplace/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { leafOf, phone, startCatalog } from "../catalog.fixture.ts";
import type { NewItem } from "../items/items.schema.ts";
import { topValuesResource } from "./top-values.resource.ts";
import type { TopValue } from "./top-values.schema.ts";

const { http, list, clock } = await startCatalog();
const as = callers.readOnly;
const cars = leafOf("MLA-CARS_AND_VANS");
const day = 86_400_000;

const attribute = (id: string, value: string | null, name = value) => ({
  id,
  name: id,
  value_id: value,
  value_name: name,
});
const car = (daysAgo: number, ...attributes: NewItem["attributes"]): NewItem => {
  const dateCreated = new Date(clock.now().getTime() - daysAgo * day);
  return phone({ domainId: cars.domainId, categoryId: cars.id, attributes, dateCreated });
};
beforeAll(() =>
  list(
    car(1, attribute("BRAND", "60249", "Volkswagen"), attribute("MODEL", "1", "Gol")),
    car(2, attribute("BRAND", "60249", "Volkswagen"), attribute("MODEL", "2", "Amarok")),
    car(89, attribute("BRAND", "60249", "Volkswagen"), attribute("MODEL", "1", "Gol")),
    car(91, attribute("BRAND", "60249", "Volkswagen"), attribute("MODEL", "1", "Gol")),
    car(3, attribute("BRAND", "66432", "Fiat"), attribute("MODEL", "3", "Cronos")),
    car(3, attribute("BRAND", null, "Una marca propia")),
  ),
);

const path = (domain = "MLA-CARS_AND_VANS", attributeId = "BRAND") =>
  `/catalog_domains/${domain}/attributes/${attributeId}/top_values`;
const ask = (target: string, body?: unknown) =>
  http.post(target, { as, ...(body !== undefined && { body }) });
const values = async (target: string, body?: unknown) => (await ask(target, body)).json<TopValue[]>();

describe("top values", () => {
  it("are those of listings of the last 90 days, the most used first; a token to read is enough", async () => {
    expect(await values(path())).toEqual([
      { id: "60249", name: "Volkswagen", metric: 3 },
      { id: "66432", name: "Fiat", metric: 1 },
    ]);
    expect(await values(`${path()}?limit=1&metric_type=NOL_90`)).toHaveLength(1);
  });

  it("can be narrowed to listings that fit known attributes", async () => {
    const known_attributes = [{ id: "BRAND", value_id: "60249" }];
    expect(await values(path(undefined, "MODEL"), { known_attributes })).toEqual([
      { id: "1", name: "Gol", metric: 2 },
      { id: "2", name: "Amarok", metric: 1 },
    ]);
    const both = [...known_attributes, { id: "MODEL", value_id: "3" }];
    expect(await values(path(), { known_attributes: both })).toEqual([]);
    expect(await values(path(), { known_attributes: [{ id: "WINGS", value_id: "2" }] })).toEqual([]);
    expect(await values(path(), {})).toHaveLength(2);
  });

  it("leave out listings to which the attribute does not apply", async () => {
    // It is not applicable, which has no name.
    await list(car(1, attribute("TRIM", "-1", null)), car(1, attribute("TRIM", "7", "Highline")));
    expect(await values(path(undefined, "TRIM"))).toEqual([{ id: "7", name: "Highline", metric: 1 }]);
  });

  it("count a listing for each of several values, and for those that only its variations have", async () => {
    const several = (id: string, ...values: { id: string; name: string }[]) => ({
      ...attribute(id, null, values.map(({ name }) => name).join(",")),
      values,
    });
    const [rack, hook] = [
      { id: "71", name: "Portaequipaje" },
      { id: "72", name: "Gancho" },
    ];
    const variation = (...combinations: NewItem["attributes"]) => ({
      id: 1,
      combinations,
      attributes: [attribute("DOORS", "5", "5")],
      available: 1,
      sold: 0,
      picture_ids: [],
      seller_custom_field: null,
      catalog_product_id: null,
    });
    await list(
      car(1, several("MODEL", rack, hook), attribute("TRIM", "8", "Sport")),
      car(1, several("MODEL", hook, rack, hook)),
      {
        ...car(1, attribute("MODEL", "72", "Gancho")),
        variations: [variation(attribute("TRIM", "8", "Sport"))],
      },
    );
    const models = path(undefined, "MODEL");
    const known = (...pairs: [string, string][]) => ({
      known_attributes: pairs.map(([id, value_id]) => ({ id, value_id })),
    });
    const all = await values(models);
    expect(all).toEqual(
      expect.arrayContaining([
        { ...hook, metric: 3 },
        { ...rack, metric: 2 },
      ]),
    );
    expect(await values(models, known(["MODEL", "71"]))).toEqual([
      { ...hook, metric: 2 },
      { ...rack, metric: 2 },
    ]);
    expect(await values(models, known(["TRIM", "8"], ["DOORS", "5"]))).toEqual([{ ...hook, metric: 1 }]);
    expect(await values(path(undefined, "TRIM"), known(["MODEL", "72"]))).toEqual([
      { id: "8", name: "Sport", metric: 2 },
    ]);
  });

  it("take known attributes as a prediction or an item has them", async () => {
    const known_attributes = [
      {
        id: "BRAND",
        name: "Marca",
        value_id: "60249",
        value_name: "Volkswagen",
        values: [],
        value_struct: null,
      },
    ];
    const body = { known_attributes, domain_id: "MLA-CARS_AND_VANS" };
    expect(await values(path(), body)).toEqual([{ id: "60249", name: "Volkswagen", metric: 3 }]);
  });

  it("are known of the attributes that every category has", async () => {
    await list(car(1, attribute("ITEM_CONDITION", "2230581", "Usado")));
    expect(await values(path(undefined, "ITEM_CONDITION"))).toEqual([
      { id: "2230581", name: "Usado", metric: 1 },
    ]);
    expect(await values(path(undefined, "GTIN"))).toEqual([]);
  });

  it.each([
    [path("MLA-CELLPHONES"), 404, "not_found"],
    [path("MLC-CARS_AND_VANS"), 404, "not_found"],
    [path("CARS_AND_VANS"), 404, "not_found"],
    [path("MLU-CARS_AND_VANS"), 404, "not_found"],
    [path("MLU-CARS_AND_VANS", "ITEM_CONDITION"), 404, "not_found"],
    [path(undefined, "WINGS"), 404, "not_found"],
    [`${path()}?limit=0`, 400, "bad_request"],
    [`${path()}?limit=1001`, 400, "bad_request"],
    [`${path()}?limit=1.5`, 400, "bad_request"],
    [`${path()}?metric_type=NOL_30`, 400, "bad_request"],
  ])("answers %s with %i", async (target, status, error) => {
    expectProblem(await ask(target), status, error);
  });

  it.each([
    [[]],
    [{ known_attributes: {} }],
    [{ known_attributes: ["BRAND"] }],
    [{ known_attributes: [{ id: "BRAND" }] }],
    [{ known_attributes: [{ id: 1, value_id: "2" }] }],
    ["{"],
  ])("refuses the body %j", async (body) => {
    expectProblem(await ask(path(), body), 400, "bad_request");
  });
});

conforms(topValuesResource, {
  http,
  as,
  examples: {
    readTopValues: {
      params: { domain_id: "MLA-CARS_AND_VANS", attribute_id: "BRAND" },
      body: { known_attributes: [] },
    },
  },
});
