import { expect, test } from "vitest";
import { CategoryPredictor } from "./category-predictor.ts";
import { sampleTitles } from "./sample.fixture.ts";
import { train } from "./training/train.ts";

const model = train(sampleTitles());

test("without recent titles the model decides", () => {
  const predictor = new CategoryPredictor(model);
  expect(predictor.predict("Zapatillas azules", { limit: 2 })).toEqual(
    model.predict("Zapatillas azules", { limit: 2 }),
  );
});

test("a newly labeled title counts at once, against the model", () => {
  const predictor = new CategoryPredictor(model);
  predictor.add({ title: "Zapatillas Norte negro", categoryId: "collectibles" });
  expect(predictor.predict("Zapatillas Norte negro")[0]?.categoryId).toBe("collectibles");
  expect(predictor.predict("Taladro percutor")[0]?.categoryId).toBe("drills");
});

test("a word of a recent title is known", () => {
  const predictor = new CategoryPredictor(model);
  expect(predictor.predict("Ukelele").map(({ categoryId }) => categoryId)).not.toContain("instruments");
  predictor.add({ title: "Ukelele soprano", categoryId: "instruments" });
  expect(predictor.predict("ukeleles", { limit: 1 }).map(({ categoryId }) => categoryId)).toEqual([
    "instruments",
  ]);
});

test("a category that is not allowed is not predicted, even with a recent title", () => {
  const predictor = new CategoryPredictor(model);
  predictor.add({ title: "Ukelele soprano", categoryId: "instruments" });
  const answer = predictor.predict("Ukelele soprano", { allowed: (id) => id !== "instruments" });
  expect(answer.map(({ categoryId }) => categoryId)).not.toContain("instruments");
});

test("the confident category depends on the model alone, not on recent titles", () => {
  const predictor = new CategoryPredictor(model);
  predictor.add({ title: "Taladro percutor", categoryId: "collectibles" });
  expect(predictor.confidentCategory("Taladro percutor")).toBe("drills");
  expect(predictor.confidentCategory("???")).toBeUndefined();
  expect(model.predict("negro")).not.toEqual([]);
  expect(predictor.confidentCategory("negro")).toBeUndefined();
});
