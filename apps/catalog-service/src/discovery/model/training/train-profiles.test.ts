import { expect, test } from "vitest";
import { buildMatrix } from "../features/sparse-matrix.ts";
import {
  type CategoryPaths,
  type LabelledTitle,
  prepareTrainingSet,
  withNames,
} from "../features/training-set.ts";
import { buildVocabulary } from "../features/vocabulary.ts";
import { planGroups } from "../linear/groups.ts";
import { rowsFor } from "../linear/negative-sampling.ts";
import type { Material } from "../linear/train-linear.ts";
import type { ProfiledTitles } from "../neighbors/profiles.ts";
import { sampleTitles } from "../sample.fixture.ts";
import { trainProfiles } from "./train-profiles.ts";

const paths: CategoryPaths = new Map([["lamps", ["Hogar", "Iluminación"]]]);

function materialOf(titles: LabelledTitle[]): Material {
  const set = withNames(prepareTrainingSet(titles), paths);
  const vocabulary = buildVocabulary(set.titles);
  const matrix = buildMatrix(set.titles, vocabulary);
  return { set, matrix, vocabulary, groups: planGroups(set, new Map()), sampler: rowsFor(set) };
}

/** By title its label and the category believed in most. */
function beliefs({ labels, lengths, categories }: ProfiledTitles) {
  let start = 0;
  return Array.from(labels, (label, title) => {
    const first = categories[start];
    start += lengths[title] ?? 0;
    return { label, first };
  });
}

test("each title is profiled once, the names of categories never", () => {
  const titles = sampleTitles();
  const profiles = trainProfiles(materialOf(titles), titles.length);
  expect(profiles.labels).toHaveLength(titles.length);
  expect(beliefs(profiles).filter(({ label, first }) => label === first)).toHaveLength(titles.length);
});

test("what is believed of a title comes from the others, not from where it is", () => {
  const titles = [...sampleTitles(), { title: "Zapatillas Norte", categoryId: "lamps" }];
  const material = materialOf(titles);
  const [lamps, shoes] = ["lamps", "shoes"].map((id) => material.set.categoryIds.indexOf(id));
  const wrong = beliefs(trainProfiles(material, titles.length)).filter(({ label, first }) => label !== first);
  expect(wrong).toEqual([{ label: lamps, first: shoes }]);
});

test("of many titles an even sample is profiled", () => {
  const titles = sampleTitles();
  const { labels } = trainProfiles(materialOf(titles), titles.length, 100);
  expect(labels.length).toBeGreaterThan(90);
  expect(labels.length).toBeLessThanOrEqual(100);
  expect(new Set(labels).size).toBe(4);
});

test("a category with a single title does without it when that title is asked about", () => {
  const titles = [...sampleTitles(), { title: "Taladro de colección", categoryId: "rarities" }];
  const material = materialOf(titles);
  const [drills, rarities] = ["drills", "rarities"].map((id) => material.set.categoryIds.indexOf(id));
  const rare = beliefs(trainProfiles(material, titles.length)).filter(({ label }) => label === rarities);
  expect(rare).toEqual([{ label: rarities, first: drills }]);
});
