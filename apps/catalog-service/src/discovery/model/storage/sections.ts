/** The arrays of a stored model in file order. Wider numbers come first, so that every section is aligned. */
export interface SectionArrays {
  hashes: Uint32Array;
  starts: Uint32Array;
  neighborWords: Uint32Array;
  networkFeatures: Uint32Array;
  memberStarts: Uint32Array;
  scales: Float32Array;
  biases: Float32Array;
  networkSteps: Float32Array;
  networkOutputs: Float32Array;
  rarities: Uint16Array;
  columns: Uint16Array;
  memberGroups: Uint16Array;
  neighborLabels: Uint16Array;
  profileLabels: Uint16Array;
  profileCategories: Uint16Array;
  weights: Int8Array;
  networkLevels: Uint8Array;
  neighborLengths: Uint8Array;
  profileLengths: Uint8Array;
  profileStrengths: Uint8Array;
  /** JSON array of strings, in UTF-8. */
  categoryIds: Uint8Array;
}

const sectionCount = 21;
const profileSectionCount = 4;
const tableBytesOf = (count: number) => 4 * (count + 1);

/** Writes the section lengths (in elements), then the sections one after the other. */
export function writeSections(arrays: SectionArrays): Uint8Array {
  const ordered = inFileOrder(arrays);
  const size = ordered.reduce((sum, { byteLength }) => sum + byteLength, tableBytesOf(sectionCount));
  const bytes = new Uint8Array(size);
  new Uint32Array(bytes.buffer, 0, sectionCount).set(ordered.map(({ length }) => length));
  let offset = tableBytesOf(sectionCount);
  for (const array of ordered) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), offset);
    offset += array.byteLength;
  }
  return bytes;
}

/**
 * Views of the sections; throws a RangeError when the lengths exceed the bytes. Format 4 has no profile
 * sections, which are empty then.
 */
export function readSections(bytes: Uint8Array, hasProfiles: boolean): SectionArrays {
  const count = hasProfiles ? sectionCount : sectionCount - profileSectionCount;
  const lengths = new Uint32Array(bytes.buffer, bytes.byteOffset, count);
  let offset = bytes.byteOffset + tableBytesOf(count);
  let section = 0;
  const next = <View>(View: ViewOf<View>): View => {
    const length = lengths[section++] ?? 0;
    const view = new View(bytes.buffer, offset, length);
    offset += length * View.BYTES_PER_ELEMENT;
    return view;
  };
  const nextOfProfiles = <View>(View: ViewOf<View>): View =>
    hasProfiles ? next(View) : new View(bytes.buffer, bytes.byteOffset, 0);
  // Evaluated top to bottom, in the order of inFileOrder.
  const sections = {
    hashes: next(Uint32Array),
    starts: next(Uint32Array),
    neighborWords: next(Uint32Array),
    networkFeatures: next(Uint32Array),
    memberStarts: next(Uint32Array),
    scales: next(Float32Array),
    biases: next(Float32Array),
    networkSteps: next(Float32Array),
    networkOutputs: next(Float32Array),
    rarities: next(Uint16Array),
    columns: next(Uint16Array),
    memberGroups: next(Uint16Array),
    neighborLabels: next(Uint16Array),
    profileLabels: nextOfProfiles(Uint16Array),
    profileCategories: nextOfProfiles(Uint16Array),
    weights: next(Int8Array),
    networkLevels: next(Uint8Array),
    neighborLengths: next(Uint8Array),
    profileLengths: nextOfProfiles(Uint8Array),
    profileStrengths: nextOfProfiles(Uint8Array),
    categoryIds: next(Uint8Array),
  };
  if (offset !== bytes.byteOffset + bytes.byteLength)
    throw new RangeError("the sections do not fill the file");
  return sections;
}

interface ViewOf<View> {
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): View;
  readonly BYTES_PER_ELEMENT: number;
}

function inFileOrder(arrays: SectionArrays) {
  return [
    arrays.hashes,
    arrays.starts,
    arrays.neighborWords,
    arrays.networkFeatures,
    arrays.memberStarts,
    arrays.scales,
    arrays.biases,
    arrays.networkSteps,
    arrays.networkOutputs,
    arrays.rarities,
    arrays.columns,
    arrays.memberGroups,
    arrays.neighborLabels,
    arrays.profileLabels,
    arrays.profileCategories,
    arrays.weights,
    arrays.networkLevels,
    arrays.neighborLengths,
    arrays.profileLengths,
    arrays.profileStrengths,
    arrays.categoryIds,
  ];
}
