import { expect, test } from "vitest";
import { judgedLanguages, ownJudgedSet, relevanceOfIndex } from "./conformance/relevance.ts";
import { createEmbeddedIndex } from "./embedded.ts";
import { commonSynonyms } from "./synonyms.ts";

/** What the judged sets reach today, rounded down. */
const floors = { es: 0.78, pt: 0.74 };

test.each(judgedLanguages)("%s: searches are as relevant as they were", async (language) => {
  const index = createEmbeddedIndex({ settingsOf: () => ({ language, synonyms: commonSynonyms[language] }) });
  const { ndcg, zeroResults, queries } = await relevanceOfIndex(index, ownJudgedSet(language), "MLA");
  expect(queries).toBe(30);
  expect(ndcg).toBeGreaterThan(floors[language]);
  expect(zeroResults).toBe(0);
});
