import { crc32 } from "node:zlib";
import { CategoryModel, type ModelData } from "../category-model.ts";
import { emptyNetwork } from "../network/network.ts";
import { readSections, writeSections } from "./sections.ts";

/**
 * Stored model: "CPM" and a zero byte, format version, CRC-32 of everything after it, four bytes of padding,
 * then the sections (see sections.ts). Integers and arrays are little-endian, as on every platform that Node
 * supports.
 */
const magic = 0x004d5043;
const formatVersion = 7;
/** The formats of earlier releases; the linear part of such a model serves until the next training. */
const formerFormats = [5, 6];
const checkedFrom = 12;
const headerBytes = 16;

/** Bytes that are not an intact model of a known format; the message says why. */
export class InvalidModelError extends Error {
  override name = "InvalidModelError";
}

/** Serializes a model into one buffer. */
export function serializeModel(model: CategoryModel): Buffer {
  const { hashes, idfWeights, weights, membership, neighbors, network, ...texts } = model.data;
  const body = writeSections(
    {
      ...weights,
      categoryIds: bytesOf(texts.categoryIds),
      words: bytesOf(texts.words),
      rivals: bytesOf(texts.rivals),
      hashes,
      idfWeights,
      memberStarts: membership.starts,
      memberGroups: membership.groups,
      neighborLabels: neighbors.labels,
      neighborLengths: neighbors.lengths,
      neighborWords: neighbors.words,
      networkFeatures: network.features,
      networkLevels: network.embeddings.levels,
      networkSteps: network.embeddings.steps,
      networkOutputs: network.outputs,
    },
    formatVersion,
  );
  const buffer = Buffer.alloc(headerBytes + body.byteLength);
  buffer.writeUInt32LE(magic, 0);
  buffer.writeUInt32LE(formatVersion, 4);
  buffer.set(body, headerBytes);
  buffer.writeUInt32LE(crc32(buffer.subarray(checkedFrom)), 8);
  return buffer;
}

/** The model as views of the bytes, which must not change afterwards. Throws InvalidModelError. */
export function deserializeModel(bytes: Uint8Array): CategoryModel {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < headerBytes || buffer.readUInt32LE(0) !== magic) {
    throw new InvalidModelError("Not a category model");
  }
  const version = buffer.readUInt32LE(4);
  if (version !== formatVersion && !formerFormats.includes(version))
    throw new InvalidModelError(`Model format ${version} is not ${formatVersion}`);
  if (crc32(buffer.subarray(checkedFrom)) !== buffer.readUInt32LE(8)) {
    throw new InvalidModelError("Model checksum does not match: the file is damaged or cut short");
  }
  // Views of 32-bit numbers need an aligned start, which a slice of a pooled buffer may not have.
  const aligned = buffer.byteOffset % 8 === 0 ? buffer : new Uint8Array(buffer);
  try {
    const data = dataOf(readSections(aligned.subarray(headerBytes), version));
    // Formats before 7 hold several networks, which this release does not evaluate.
    return new CategoryModel(version < 7 ? { ...data, network: emptyNetwork() } : data);
  } catch (cause) {
    // The checksum does not cover the format number, so a changed one can reach this point.
    throw new InvalidModelError("Model is not laid out as its format says", { cause });
  }
}

function dataOf(sections: ReturnType<typeof readSections>): ModelData {
  return {
    categoryIds: textsOf(sections.categoryIds),
    words: textsOf(sections.words),
    rivals: textsOf(sections.rivals),
    hashes: sections.hashes,
    idfWeights: sections.idfWeights,
    weights: sections,
    membership: { starts: sections.memberStarts, groups: sections.memberGroups },
    neighbors: {
      labels: sections.neighborLabels,
      lengths: sections.neighborLengths,
      words: sections.neighborWords,
    },
    network: {
      features: sections.networkFeatures,
      embeddings: { levels: sections.networkLevels, steps: sections.networkSteps },
      outputs: sections.networkOutputs,
    },
  };
}

const bytesOf = (texts: readonly string[]) => new TextEncoder().encode(JSON.stringify(texts));

function textsOf(json: Uint8Array): string[] {
  if (json.length === 0) return [];
  const texts: unknown = JSON.parse(new TextDecoder().decode(json));
  if (!Array.isArray(texts)) throw new Error("a list of texts is not a list");
  return texts.map(String);
}
