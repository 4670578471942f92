import { asCaller, callers, expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { itemBody, leafOf, startCatalog } from "../catalog.fixture.ts";

const { http, moderated } = await startCatalog();
const as = callers.seller;
const phones = leafOf("MLA-CELLPHONES");
const body = itemBody("Motorola Moto G84 256 GB azul", phones.id);

const causesOf = async (change: object) => {
  const sent = { ...body, ...change };
  const [listed, validated] = await Promise.all(
    ["/items", "/items/validate"].map((path) => http.post(path, { as, body: sent })),
  );
  if (!listed || !validated) throw new Error("both were asked");
  const { cause } = expectProblem(validated, 400, "validation_error");
  expect(expectProblem(listed, 400, "validation_error").cause).toEqual(cause);
  return cause;
};

describe("causes of an item that is refused", () => {
  it.each([
    ["a price below the least one", { price: -1 }, "item.price.invalid", 109],
    ["a price with too many decimals", { price: 10.123 }, "item.price.invalid", 129],
    ["a category that is none", { category_id: "MLA9" }, "item.category_id.invalid", 126],
    ["a missing attribute", { attributes: [] }, "item.attributes.missing_required", 147],
    [
      "a type that needs pictures",
      { listing_type_id: "gold_pro", pictures: [] },
      "item.listing_type_id.requiresPictures",
      173,
    ],
    [
      "too many pictures",
      { pictures: Array.from({ length: 50 }, (_, index) => ({ source: `http://img.example/${index}.jpg` })) },
      "item.pictures.max",
      201,
    ],
  ])("have department, number and type: %s", async (_, change, code, cause_id) => {
    expect(await causesOf(change)).toContainEqual(
      expect.objectContaining({ code, cause_id, department: "items", type: "error" }),
    );
  });

  it("have them for a body that does not fit, too", async () => {
    expect(await causesOf({ available_quantiy: 3 })).toMatchObject([
      { code: "unknown_field", department: "items", type: "error" },
    ]);
  });
});

describe("a user under moderation", () => {
  it("may not list", async () => {
    const by = asCaller({ userId: 1_000_000_777 });
    moderated.add(1_000_000_777);
    for (const path of ["/items", "/items/validate"]) {
      const answer = await http.post(path, { as: by, body });
      expectProblem(answer, 403, "User is unable to list.", "seller.unable_to_list");
    }
    const bulk = await http.post("/items/bulk", {
      as: by,
      body: Buffer.from(JSON.stringify(body)),
      headers: { "Content-Type": "application/x-ndjson" },
    });
    expect(JSON.parse(bulk.text)).toMatchObject({
      line: 1,
      code: 403,
      body: { message: "seller.unable_to_list" },
    });
  });
});

describe("the terms of sale of a category", () => {
  it("are attributes, with known values and units", async () => {
    const terms = (await http.get(`/categories/${phones.id}/sale_terms`, { as })).json<object[]>();
    expect(terms).toMatchObject([
      {
        id: "WARRANTY_TYPE",
        hierarchy: "SALE_TERMS",
        value_type: "list",
        values: [{ id: "2230279" }, { id: "2230280", name: "Garantía del vendedor" }, { id: "6150835" }],
      },
      { id: "WARRANTY_TIME", value_type: "number_unit", default_unit: "días" },
      { id: "MANUFACTURING_TIME", value_type: "number_unit" },
      { id: "INVOICE", value_type: "string" },
    ]);
    expectProblem(await http.get("/categories/MLA9/sale_terms", { as }), 404, "not_found");
  });
});
