import { expect, test } from "vitest";
import { sampleTitles } from "../sample.fixture.ts";
import { serializeModel } from "../storage/serialize.ts";
import { train } from "./train.ts";

const titles = sampleTitles();
const model = train(titles);

test("a title in another order, case and number finds its category", () => {
  expect(model.predict("ZAPATILLA roja")[0]?.categoryId).toBe("shoes");
  expect(model.predict("taladros inalambricos potentes")[0]?.categoryId).toBe("drills");
});

test("a word of a category's name finds the category", () => {
  const paths = new Map([["lamps", ["Exquisito", "Iluminación"]]]);
  expect(model.predict("exquisito")).toEqual([]);
  expect(train(titles, { paths, linearOnly: true }).predict("exquisito")[0]?.categoryId).toBe("lamps");
});

test("a typing error is corrected: the title is predicted as if it were written right", () => {
  expect(model.predict("atornilador norte")).toEqual(model.predict("atornillador norte"));
});

test("a title of which no word and no part of a word is known has no prediction", () => {
  expect(model.predict("xyzzy plugh")).toEqual([]);
  expect(model.predict("")).toEqual([]);
  expect(model.predict("¿¡!?")).toEqual([]);
});

test("a title of which only parts of words are known is predicted", () => {
  expect(model.predict("zapatillero")[0]?.categoryId).toBe("shoes");
});

test("predictions come best first, at most `limit`", () => {
  const predictions = model.predict("Velador azul", { limit: 3 });
  expect(predictions).toHaveLength(3);
  expect(predictions.map(({ score }) => score)).toEqual(
    predictions.map(({ score }) => score).toSorted((a, b) => b - a),
  );
});

test("only allowed categories are predicted, and the limit counts those", () => {
  const allowed = (id: string) => id === "phones" || id === "drills";
  const answer = model.predict("Zapatos negros", { limit: 2, allowed });
  expect(answer.map(({ categoryId }) => categoryId).toSorted()).toEqual(["drills", "phones"]);
});

test("the order of the titles does not change the model", () => {
  expect(serializeModel(train(titles.toReversed())).equals(serializeModel(model))).toBe(true);
});

test("progress goes up to 100 percent, with a network and without, and never back", () => {
  for (const linearOnly of [true, false]) {
    const percents: number[] = [];
    train(titles, { onProgress: (percent) => percents.push(percent), linearOnly });
    expect(percents.length).toBeGreaterThan(3);
    expect(percents).toEqual([...new Set(percents)].toSorted((a, b) => a - b));
    expect(percents.at(-1)).toBe(100);
  }
});

test("a model without titles predicts nothing", () => {
  expect(train([]).predict("Celular")).toEqual([]);
});

test("one title is enough for a category", () => {
  const tiny = train([{ title: "Mate de calabaza", categoryId: "mates" }]);
  expect(tiny.predict("mate")[0]?.categoryId).toBe("mates");
  expect(tiny.predict("termo")).toEqual([]);
});

test("a single category is predicted for any of its words", () => {
  const single = train(titles.filter(({ categoryId }) => categoryId === "lamps"));
  expect(single.predict("Velador").map(({ categoryId }) => categoryId)).toEqual(["lamps"]);
});

test("a category whose titles have no words is not predicted", () => {
  const mixed = train([...titles, { title: "???", categoryId: "empty" }], { linearOnly: true });
  expect(mixed.predict("Zapatillas Norte")[0]?.categoryId).toBe("shoes");
});
