import { expect, test } from "vitest";
import { CategoryPredictor } from "../category-predictor.ts";
import { sampleTitles } from "../sample.fixture.ts";
import { deserializeModel, serializeModel } from "../storage/serialize.ts";
import { train } from "../training/train.ts";
import { sampleRivals } from "./rivals.ts";

const titles = sampleTitles();
const isPhone = ({ categoryId }: { categoryId: string }) => categoryId === "phones";
const model = deserializeModel(serializeModel(train(titles.filter((title) => !isPhone(title)))));
const phones = titles.filter(isPhone);
const bests = (predictor: CategoryPredictor, title: string) =>
  predictor.predict(title, { limit: 1 })[0]?.categoryId;
const right = (predictor: CategoryPredictor, of: typeof titles) =>
  of.filter(({ title, categoryId }) => bests(predictor, title) === categoryId).length / of.length;

test("a category that the model does not know is predicted from its first titles on", () => {
  const predictor = new CategoryPredictor(model);
  const others = titles.filter((title) => !isPhone(title));
  const before = right(predictor, others);
  for (const title of phones.slice(0, 60).filter((_, i) => i % 12 === 0)) predictor.add(title);
  expect(right(predictor, phones)).toBeGreaterThan(0.6);
  expect(right(predictor, others)).toBeGreaterThanOrEqual(before - 0.005);
});

test("the answer to a title is the same before and after other titles are predicted", () => {
  const predictor = new CategoryPredictor(model);
  for (const title of phones.slice(0, 5)) predictor.add(title);
  const first = predictor.predict("Celular Sauce azul");
  predictor.predict("Velador Norte");
  expect(predictor.predict("Celular Sauce azul")).toEqual(first);
});

test("a title that is labeled otherwise leaves the new category, which ends with its last title", () => {
  const predictor = new CategoryPredictor(model);
  const title = "Celular Norte negro";
  predictor.add({ title, categoryId: "phones" });
  expect(bests(predictor, title)).toBe("phones");
  predictor.add({ title, categoryId: "lamps" });
  expect(predictor.predict(title).map(({ categoryId }) => categoryId)).not.toContain("phones");
});

test("forty new categories at once are all predicted", () => {
  const predictor = new CategoryPredictor(model);
  const kinds = Array.from(
    { length: 40 },
    (_, i) => `ukelele${"abcdefgh".charAt(i % 8)}${"uvwxy".charAt(i / 8)}`,
  );
  for (const kind of kinds) predictor.add({ title: `${kind} Norte`, categoryId: kind });
  for (const kind of kinds) expect(bests(predictor, `${kind} Norte`)).toBe(kind);
});

test("rivals are an even sample over the categories", () => {
  const categoryIds = Array.from({ length: 3_000 }, (_, i) => `c${i}`);
  const labels = Uint16Array.from({ length: 6_000 }, (_, row) => row % 3_000);
  const many = sampleRivals({ titles: Array.from(labels, String), labels, categoryIds });
  expect(many).toHaveLength(1_500);
  expect(new Set(many).size).toBe(1_500);
  const few = sampleRivals({
    titles: ["a", "b", "c"],
    labels: Uint16Array.of(0, 0, 1),
    categoryIds: ["x", "y"],
  });
  expect(few).toEqual(["a", "b", "c"]);
});

test("a title whose words the model has never seen is known by those of new categories", () => {
  const predictor = new CategoryPredictor(model);
  for (const title of ["Ukelele Norte", "Ukelele Brumal", "Ukelele azul"])
    predictor.add({ title, categoryId: "music" });
  expect(bests(predictor, "Ukelele Kantor de mujer")).toBe("music");
});
