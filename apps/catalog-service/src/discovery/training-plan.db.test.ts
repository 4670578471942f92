import { expect, it } from "vitest";
import { leafOf, startCatalog } from "../catalog.fixture.ts";
import { planTraining, trainSite } from "../index.ts";
import { someTitles } from "./titles.fixture.ts";

const { deps, clock } = await startCatalog();

it("a site is worth training until it was trained, and again when a title is labeled otherwise or is new", async () => {
  const titles = someTitles("MLA");
  await deps.labeledTitles.label("MLA", titles);
  const before = await planTraining("MLA", deps);
  expect(before).toMatchObject({ changed: true, newTitles: before.titles, trainedAt: undefined });
  expect(before.titles).toBeGreaterThanOrEqual(new Set(titles.map(({ title }) => title)).size);
  await trainSite("MLA", deps, { linearOnly: true });
  const after = { changed: false, newTitles: 0, trainedAt: clock.now(), categories: 5 };
  expect(await planTraining("MLA", deps)).toMatchObject(after);
  await deps.labeledTitles.label("MLA", titles.slice(0, 1));
  expect(await planTraining("MLA", deps)).toMatchObject(after);
  const categoryId = leafOf("MLA-NOTEBOOKS").id;
  await deps.labeledTitles.label("MLA", [{ title: titles[0]?.title ?? "", categoryId }]);
  expect(await planTraining("MLA", deps)).toMatchObject({ changed: true, newTitles: 1 });
});
