import { crc32 } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
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
  damaged.writeUInt32LE(4, 4);
  expect(() => deserializeModel(damaged)).toThrow(InvalidModelError);
});

test("a truncated model is rejected", () => {
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), (length) => {
      expect(() => deserializeModel(bytes.subarray(0, length))).toThrow(InvalidModelError);
    }),
  );
});

test("a model of format 4, which has no profiles, is read", () => {
  const plain = train(titles, { linearOnly: true });
  const present = serializeModel(plain);
  // After the 16 bytes of header come 21 lengths and padding; format 4 lacks the four lengths of profiles,
  // empty here.
  const lengths = [...new Uint32Array(Uint8Array.from(present.subarray(16, 100)).buffer)];
  const isOfProfiles = (section: number) => [13, 14, 18, 19].includes(section);
  const table = Uint32Array.from([...lengths.filter((_, section) => !isOfProfiles(section)), 0]);
  expect(lengths.filter((_, section) => isOfProfiles(section))).toEqual([0, 0, 0, 0]);
  const former = Buffer.concat([
    present.subarray(0, 16),
    new Uint8Array(table.buffer),
    present.subarray(104),
  ]);
  former.writeUInt32LE(4, 4);
  former.writeUInt32LE(crc32(former.subarray(12)), 8);
  const restored = deserializeModel(former);
  for (const { title } of titles) expect(restored.predict(title)).toEqual(plain.predict(title));
});

test("the error names an unknown format", () => {
  const newer = Buffer.from(bytes);
  newer.writeUInt32LE(99, 4);
  expect(() => deserializeModel(newer)).toThrow(/format 99/);
});
