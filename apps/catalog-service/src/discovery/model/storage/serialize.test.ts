import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { emptyNetwork } from "../network/network.ts";
import { sampleTitles } from "../sample.fixture.ts";
import { train } from "../training/train.ts";
import { deserializeModel, InvalidModelError, serializeModel } from "./serialize.ts";

const titles = sampleTitles();
const model = train(titles);
const bytes = serializeModel(model);

test("a stored model predicts exactly what the trained one does", () => {
  const restored = deserializeModel(bytes);
  for (const { title } of titles) expect(restored.predict(title)).toEqual(model.predict(title));
});

test("a model is read from any offset of a larger buffer", () => {
  const shifted = Buffer.concat([Buffer.alloc(3), bytes]).subarray(3);
  expect(deserializeModel(shifted).predict("Celular")).toEqual(model.predict("Celular"));
});

test("an empty model is stored and read", () => {
  expect(deserializeModel(serializeModel(train([]))).predict("Celular")).toEqual([]);
});

test("a model with a changed byte is rejected", () => {
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (position, change) => {
      const damaged = Buffer.from(bytes);
      damaged[position] = (damaged[position] ?? 0) ^ change;
      expect(() => deserializeModel(damaged)).toThrow(InvalidModelError);
    }),
  );
});

test("a model with the format number of an earlier release is rejected", () => {
  const damaged = Buffer.from(bytes);
  damaged.writeUInt32LE(5, 4);
  expect(() => deserializeModel(damaged)).toThrow(InvalidModelError);
});

test("a truncated model is rejected", () => {
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), (length) => {
      expect(() => deserializeModel(bytes.subarray(0, length))).toThrow(InvalidModelError);
    }),
  );
});

/** Models that earlier releases have stored, with four networks and profiles for stacking. */
test.each([5, 6])("the linear part of a stored model of format %i predicts", (format) => {
  const file = gunzipSync(readFileSync(join(import.meta.dirname, `model-format-${format}.fixture.gz`)));
  const restored = deserializeModel(file);
  expect(restored.data.categoryIds).toEqual(["rums", "teas"]);
  expect(restored.predict("té verde")[0]?.categoryId).toBe("teas");
  expect(restored.predict("Ron negro")[0]?.categoryId).toBe("rums");
  expect(restored.data.network).toEqual(emptyNetwork());
  expect(deserializeModel(serializeModel(restored)).predict("ron")).toEqual(restored.predict("ron"));
});

test("the error names an unknown format", () => {
  const newer = Buffer.from(bytes);
  newer.writeUInt32LE(99, 4);
  expect(() => deserializeModel(newer)).toThrow(/format 99/);
});
