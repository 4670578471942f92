import { expect, it } from "vitest";
import { openEmbeddedIndex } from "./open-search-index.service.ts";

it("a site is searched in its own language, or in the one that the operator names", async () => {
  const found = async (languages?: { MLA: "en" }) => {
    const index = openEmbeddedIndex(undefined, languages);
    const fields = { title: "treadmill for running", brandAndModel: "", attributes: "", category: "" };
    const item = { no: 1, siteId: "MLA", sellerId: 1, price: null, keys: [], fields };
    await index.apply({ put: [item], remove: [], cursor: "1" });
    const query = { siteId: "MLA", text: "run", keys: [] };
    return (await index.search(query, { sort: "relevance", offset: 0, limit: 1 })).total;
  };
  expect(await found()).toBe(0);
  expect(await found({ MLA: "en" })).toBe(1);
});
