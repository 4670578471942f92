import { expect, test } from "vitest";
import { buildMatrix } from "../features/sparse-matrix.ts";
import { TfIdfVectorizer } from "../features/tf-idf.ts";
import {
  type CategoryPaths,
  type LabelledTitle,
  prepareTrainingSet,
  withCategoryNames,
} from "../features/training-set.ts";
import { buildVocabulary } from "../features/vocabulary.ts";
import { planGroups } from "../linear/groups.ts";
import { negativeSampler } from "../linear/negative-sampling.ts";
import type { Material } from "../linear/train-linear.ts";
import { sampleTitles } from "../sample.fixture.ts";
import { outOfFoldProfiles } from "./out-of-fold.ts";
import type { ProfiledTitles } from "./score-profiles.ts";

const paths: CategoryPaths = new Map([["lamps", ["Hogar", "Iluminación"]]]);

function materialOf(titles: LabelledTitle[]): Material {
  const set = withCategoryNames(prepareTrainingSet(titles), paths);
  const vocabulary = buildVocabulary(set.titles);
  const matrix = buildMatrix(set.titles, new TfIdfVectorizer(vocabulary));
  return { set, matrix, vocabulary, groups: planGroups(set, new Map()), sampler: negativeSampler(set) };
}

/** For each title its label and its best category. */
function beliefs({ labels, lengths, categories }: ProfiledTitles) {
  let start = 0;
  return Array.from(labels, (label, title) => {
    const first = categories[start];
    start += lengths[title] ?? 0;
    return { label, first };
  });
}

test("each title has one profile, category names have none", () => {
  const titles = sampleTitles();
  const profiles = outOfFoldProfiles(materialOf(titles), titles.length);
  expect(profiles.labels).toHaveLength(titles.length);
  expect(beliefs(profiles).filter(({ label, first }) => label === first)).toHaveLength(titles.length);
});

test("a profile comes from other titles, not from the title's own label", () => {
  const titles = [...sampleTitles(), { title: "Zapatillas Norte", categoryId: "lamps" }];
  const material = materialOf(titles);
  const [lamps, shoes] = ["lamps", "shoes"].map((id) => material.set.categoryIds.indexOf(id));
  const wrong = beliefs(outOfFoldProfiles(material, titles.length)).filter(
    ({ label, first }) => label !== first,
  );
  expect(wrong).toEqual([{ label: lamps, first: shoes }]);
});

test("many titles are sampled evenly", () => {
  const titles = sampleTitles();
  const { labels } = outOfFoldProfiles(materialOf(titles), titles.length, { maxTitles: 100 });
  expect(labels.length).toBeGreaterThan(90);
  expect(labels.length).toBeLessThanOrEqual(100);
  expect(new Set(labels).size).toBe(4);
});

test("a category with a single title is unknown to that title's profile", () => {
  const titles = [...sampleTitles(), { title: "Taladro de colección", categoryId: "idfWeights" }];
  const material = materialOf(titles);
  const [drills, idfWeights] = ["drills", "idfWeights"].map((id) => material.set.categoryIds.indexOf(id));
  const rare = beliefs(outOfFoldProfiles(material, titles.length)).filter(
    ({ label }) => label === idfWeights,
  );
  expect(rare).toEqual([{ label: idfWeights, first: drills }]);
});
