import { expect, it } from "vitest";
import { smallTree, startCatalog } from "../catalog.fixture.ts";
import { loadTree } from "../tree/load-tree.service.ts";
import { noSiblings, sitesOfLanguage } from "./sibling-sites.service.ts";
import { someTitles } from "./titles.fixture.ts";
import { trainSite } from "./training.service.ts";

const { deps } = await startCatalog();
const siblings = sitesOfLanguage(deps);

const moved = (id: string): string => id.replace("MLA", "MLC");

it("are the other sites of the same language that have categories, with titles and paths", async () => {
  const tree = smallTree("MLA").map((node) => ({
    ...node,
    siteId: "MLC",
    id: moved(node.id),
    path: node.path.map(moved),
    parentId: node.parentId === null ? null : moved(node.parentId),
  }));
  await loadTree("MLC", tree, deps);
  const titles = someTitles("MLA");
  const titlesThere = titles.map(({ title, categoryId }) => ({ title, categoryId: moved(categoryId) }));
  await deps.labeledTitles.label("MLC", titlesThere);
  await deps.labeledTitles.label("MLB", someTitles("MLB"));
  await deps.labeledTitles.label("MLA", titles);
  const [chile, ...others] = await siblings("MLA");
  expect(others).toEqual([]);
  expect(new Map(chile?.titles.map(({ title, categoryId }) => [title, categoryId]))).toEqual(
    new Map(titlesThere.map(({ title, categoryId }) => [title, categoryId])),
  );
  const leaf = tree.find(({ id }) => id === titlesThere[0]?.categoryId);
  expect(chile?.paths?.get(leaf?.id ?? "")?.at(-1)).toBe(leaf?.name);
  expect(await siblings("MLB")).toEqual([]);
});

it("train a site's network without adding a category", async () => {
  const model = async () => {
    const { predictor } = await deps.predictors.of("MLA");
    return predictor;
  };
  await trainSite("MLA", { ...deps, siblingSites: noSiblings });
  const alone = (await model()).predict("samsung celular negro", { limit: 3 });
  await trainSite("MLA", { ...deps, siblingSites: siblings });
  const together = (await model()).predict("samsung celular negro", { limit: 3 });
  expect(together[0]?.categoryId).toBe(alone[0]?.categoryId);
  expect(together).not.toEqual(alone);
  for (const { categoryId } of together) expect(categoryId).toMatch(/^MLA/);
});
