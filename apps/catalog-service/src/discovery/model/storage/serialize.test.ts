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

/** The section numbers that formats of earlier releases lack; those of profiles are empty here. */
const lacking = { 4: [13, 14, 18, 19, 21, 22], 5: [21, 22] };

/** The bytes of a model without networks and stacking as an earlier release wrote them. */
function inFormat(format: 4 | 5, present: Buffer): Buffer {
  const count = 23;
  const lengths = [...new Uint32Array(Uint8Array.from(present.subarray(16, 16 + 4 * count)).buffer)];
  const table = lengths.filter((_, section) => !lacking[format].includes(section));
  const body = present.subarray(
    16 + 4 * (count + 1),
    present.length - (lengths[21] ?? 0) - (lengths[22] ?? 0),
  );
  const tableBytes = new Uint8Array(Uint32Array.from([...table, 0]).buffer);
  const former = Buffer.concat([present.subarray(0, 16), tableBytes, body]);
  former.writeUInt32LE(format, 4);
  former.writeUInt32LE(crc32(former.subarray(12)), 8);
  return former;
}

test.each([4, 5] as const)("a model of format %i, of an earlier release, is read and predicts", (format) => {
  const plain = train(titles, { linearOnly: true });
  const restored = deserializeModel(inFormat(format, serializeModel(plain)));
  for (const { title } of titles) expect(restored.predict(title)).toEqual(plain.predict(title));
});

test("the error names an unknown format", () => {
  const newer = Buffer.from(bytes);
  newer.writeUInt32LE(99, 4);
  expect(() => deserializeModel(newer)).toThrow(/format 99/);
});
