import { expect, test } from "vitest";
import { judgedLanguages, ownJudgedSet, relevanceOfIndex } from "../conformance/relevance.ts";
import { commonSynonyms } from "../synonyms.ts";
import { newPrefix, openIndex, optionsFor, removeIndices } from "./server.fixture.ts";

/** What the judged sets reach on a server today, rounded down. */
const floors = { es: 0.73, pt: 0.71 };

test.each(judgedLanguages)("%s: searches are as relevant as they were", async (language) => {
  const prefix = newPrefix();
  const settingsOf = () => ({ language, synonyms: commonSynonyms[language] });
  const index = await openIndex({ ...optionsFor(prefix), settingsOf });
  try {
    const { ndcg, zeroResults, queries } = await relevanceOfIndex(index, ownJudgedSet(language), "MLA");
    expect(queries).toBe(30);
    expect(ndcg).toBeGreaterThan(floors[language]);
    expect(zeroResults).toBe(0);
  } finally {
    await index.close();
    await removeIndices(prefix);
  }
});
