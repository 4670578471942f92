import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { callers, conforms, expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { leafOf, smallTree, startCatalog } from "../catalog.fixture.ts";
import type { CategoryWire } from "../categories/categories.schema.ts";
import { treeDumpsResource } from "./tree-dumps.resource.ts";

const { http } = await startCatalog();
const as = callers.buyer;
const md5 = (text: string) => createHash("md5").update(text).digest("hex");
const all = "/sites/MLA/categories/all";

describe("the whole tree", () => {
  it("is a gzip-encoded object of all categories by id, with the MD5 of its JSON", async () => {
    const answer = await http.get(all, { as });
    expect(answer.headers).toMatchObject({
      "content-encoding": "gzip",
      "content-type": "application/json; charset=utf-8",
      "x-content-created": "2026-03-10T15:00:00.000Z",
      "x-content-md5": md5(gunzipSync(answer.bytes).toString()),
    });
    const tree = answer.json<Record<string, CategoryWire>>();
    expect(Object.keys(tree).toSorted()).toEqual(
      smallTree("MLA")
        .map(({ id }) => id)
        .toSorted(),
    );
    const { id } = leafOf("MLA-CELLPHONES");
    expect(tree[id]).toEqual((await http.get(`/categories/${id}`, { as })).json());
  });

  it("carries the attributes when asked to, under an MD5 of its own", async () => {
    const [plain, full] = [await http.get(all, { as }), await http.get(`${all}?withAttributes=true`, { as })];
    expect(full.headers["x-content-md5"]).toBe(md5(full.text));
    expect(full.headers["x-content-md5"]).not.toBe(plain.headers["x-content-md5"]);
    const { id } = leafOf("MLA-CELLPHONES");
    const attributes = await http.get(`/categories/${id}/attributes`, { as });
    expect(full.json<Record<string, { attributes: unknown }>>()[id]?.attributes).toEqual(attributes.json());
  });

  it("ignores attributes, answers HEAD and If-None-Match", async () => {
    const answer = await http.get(`${all}?attributes=id`, { as });
    expect(answer.text).toBe((await http.get(all, { as })).text);
    const head = await http.head(all, { as });
    expect(head.bytes).toHaveLength(0);
    expect(head.headers).toMatchObject({
      "x-content-md5": answer.headers["x-content-md5"],
      etag: answer.headers.etag,
    });
    const again = await http.get(all, { as, headers: { "If-None-Match": answer.headers.etag ?? "" } });
    expect(again.status).toBe(304);
  });

  it("cannot be wrapped in a callback", async () => {
    const answer = await http.get(`${all}?callback=f`, { as });
    expect(answer.status).toBe(200);
    expect(answer.text).toMatch(/^\/\*\*\/f\(\[406, /);
  });

  it("is empty for a site without a tree, and missing for an unknown site", async () => {
    expect((await http.get("/sites/MCO/categories/all", { as })).json()).toEqual({});
    expectProblem(
      await http.get("/sites/MLX/categories/all", { as }),
      404,
      "not_found",
      "Site not found: MLX",
    );
    expectProblem(await http.get(`${all}?withAttributes=maybe`, { as }), 400, "bad_request");
  });
});

conforms(treeDumpsResource, { http, examples: { getCategoryTree: { params: { site_id: "MLA" } } } });
