import { callers, conforms, expectProblem } from "@marketplace/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { leafOf, startCatalog } from "../catalog.fixture.ts";
import { discoveryResource } from "./discovery.resource.ts";
import type { DomainPrediction } from "./discovery.schema.ts";
import { someTitles } from "./titles.fixture.ts";
import { trainSite } from "./training.service.ts";

const { http, deps } = await startCatalog();
const as = callers.readOnly;

beforeAll(async () => {
  for (const site of ["MLA", "MLB"] as const) {
    await deps.labeledTitles.label(site, someTitles(site));
    await trainSite(site, deps);
  }
});

const path = (q: string, site = "MLA") => `/sites/${site}/domain_discovery/search?q=${encodeURIComponent(q)}`;
const predict = async (q: string, more = "", site = "MLA") =>
  (await http.get(`${path(q, site)}${more}`, { as })).json<DomainPrediction[]>();

describe("domain discovery", () => {
  it("finds domain, category, brand, model and year of a car in a Spanish title", async () => {
    const [first] = await predict("volkswagen gol trend 2014 1.6");
    const category = leafOf("MLA-CARS_AND_VANS");
    expect(first).toMatchObject({
      domain_id: "MLA-CARS_AND_VANS",
      domain_name: category.domainName,
      category_id: category.id,
      category_name: category.name,
    });
    expect(first?.attributes).toEqual([
      { id: "BRAND", name: "Marca", value_id: expect.any(String), value_name: "Volkswagen" },
      { id: "MODEL", name: "Modelo", value_id: expect.any(String), value_name: "Gol Trend" },
      { id: "VEHICLE_YEAR", name: "Año", value_id: expect.any(String), value_name: "2014" },
    ]);
  });

  it("finds the domain of a Portuguese title on the Brazilian site", async () => {
    const [first] = await predict("geladeira frost free duplex", "", "MLB");
    expect(first?.domain_id).toBe("MLB-REFRIGERATORS");
  });

  it("predicts at most four distinct categories, or `limit`", async () => {
    expect(await predict("celular samsung")).toHaveLength(4);
    expect(await predict("celular samsung", "&limit=1")).toHaveLength(1);
    const all = await predict("celular samsung", "&limit=8");
    expect(new Set(all.map(({ category_id }) => category_id)).size).toBe(5);
  });

  it("predicts only classified or only core categories with `target`", async () => {
    const domains = async (target: string) =>
      (await predict("volkswagen gol", `&limit=8&target=${target}`)).map(({ domain_id }) => domain_id);
    expect(await domains("classified")).toEqual(["MLA-CARS_AND_VANS"]);
    expect(await domains("core")).not.toContain("MLA-CARS_AND_VANS");
  });

  it("predicts nothing for unknown words or on a site without titles", async () => {
    expect(await predict("wqxzj kjqvx")).toEqual([]);
    expect(await predict("!!!")).toEqual([]);
    expect(await predict("celular", "", "MLU")).toEqual([]);
  });

  it.each([
    [path(""), 400],
    [path("   "), 400],
    ["/sites/MLA/domain_discovery/search", 400],
    [path("a".repeat(10_240)), 400],
    [`${path("celular")}&limit=0`, 400],
    [`${path("celular")}&limit=9`, 400],
    [`${path("celular")}&limit=-1`, 400],
    [`${path("celular")}&limit=1.5`, 400],
    [`${path("celular")}&limit=abc`, 400],
    [`${path("celular")}&target=everything`, 400],
    [path("celular", "mla"), 400],
  ])("answers %s with %i", async (target, status) => {
    expectProblem(await http.get(target, { as }), status, "bad_request");
  });

  it("rejects an unknown site", async () => {
    const body = expectProblem(await http.get(path("celular", "MLX"), { as }), 404, "not_found");
    expect(body.message).toBe("Site not found: MLX");
  });
});

conforms(discoveryResource, {
  http,
  as,
  examples: {
    discoverDomains: { params: { site_id: "MLA" }, query: { q: "volkswagen gol 2014" } },
  },
});
