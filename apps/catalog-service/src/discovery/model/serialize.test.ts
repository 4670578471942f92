import fc from "fast-check";
import { expect, test } from "vitest";
import { sampleTitles } from "./sample.fixture.ts";
import { deserializeModel, InvalidModelError, serializeModel } from "./serialize.ts";
import { train } from "./train.ts";

const titles = sampleTitles();
const model = train(titles);
const bytes = serializeModel(model);

test("a stored model predicts exactly what the trained one did", () => {
  const restored = deserializeModel(bytes);
  for (const { title } of titles) expect(restored.predict(title)).toEqual(model.predict(title));
});

test("a model at any place in a larger buffer is read", () => {
  const shifted = Buffer.concat([Buffer.alloc(3), bytes]).subarray(3);
  expect(deserializeModel(shifted).predict("Celular")).toEqual(model.predict("Celular"));
});

test("an empty model survives storing", () => {
  expect(deserializeModel(serializeModel(train([]))).predict("Celular")).toEqual([]);
});

test("a model with any byte changed is refused", () => {
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (position, change) => {
      const damaged = Buffer.from(bytes);
      damaged[position] = (damaged[position] ?? 0) ^ change;
      expect(() => deserializeModel(damaged)).toThrow(InvalidModelError);
    }),
  );
});

test("a model cut short is refused", () => {
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), (length) => {
      expect(() => deserializeModel(bytes.subarray(0, length))).toThrow(InvalidModelError);
    }),
  );
});

test("another version is named in the refusal", () => {
  const newer = Buffer.from(bytes);
  newer.writeUInt32LE(99, 4);
  expect(() => deserializeModel(newer)).toThrow(/format 99/);
});
