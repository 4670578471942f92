type ViewOf<View> = new (buffer: ArrayBufferLike, byteOffset: number, length: number) => View;

const uint32: ViewOf<Uint32Array> = Uint32Array;
const float32: ViewOf<Float32Array> = Float32Array;
const uint16: ViewOf<Uint16Array> = Uint16Array;
const int8: ViewOf<Int8Array> = Int8Array;
const uint8: ViewOf<Uint8Array> = Uint8Array;

/**
 * The arrays of a stored model in file order. Wider numbers come first, so that every section is aligned.
 * `categoryIds`, `words` and `rivals` are JSON arrays of strings in UTF-8.
 */
const layout = {
  hashes: uint32,
  starts: uint32,
  neighborWords: uint32,
  networkFeatures: uint32,
  memberStarts: uint32,
  scales: float32,
  biases: float32,
  networkSteps: float32,
  networkOutputs: float32,
  idfWeights: uint16,
  columns: uint16,
  memberGroups: uint16,
  neighborLabels: uint16,
  profileLabels: uint16,
  profileCategories: uint16,
  weights: int8,
  networkLevels: uint8,
  neighborLengths: uint8,
  profileLengths: uint8,
  profileStrengths: uint8,
  categoryIds: uint8,
  words: uint8,
  rivals: uint8,
};

/** Sections of the formats before 7, which are skipped. */
const formerNames = ["profileLabels", "profileCategories", "profileLengths", "profileStrengths"] as const;

type Layout = typeof layout;
type Name = keyof Layout;
type SectionArrays = { [N in Name]: InstanceType<Layout[N]> };
type Former = (typeof formerNames)[number];

// Object.keys loses the type of the keys; the layout has no others.
const names = Object.keys(layout) as Name[];

const tableBytesOf = (count: number) => 4 * (count + 1);

/** Sections that came with format 6. */
const newNames: readonly Name[] = ["words", "rivals"];

/** The sections of a format; the others are empty in its models. */
function namesOf(format: number): Name[] {
  const isFormer = (name: Name) => formerNames.some((former) => former === name);
  return names.filter((name) => (isFormer(name) ? format < 7 : format >= 6 || !newNames.includes(name)));
}

/** Writes the section lengths (in elements), then the sections one after the other. */
export function writeSections(arrays: Omit<SectionArrays, Former>, format: number): Uint8Array {
  const all: Partial<SectionArrays> = arrays;
  const ordered = namesOf(format).map((name) => all[name] ?? new Uint8Array());
  const size = ordered.reduce((sum, { byteLength }) => sum + byteLength, tableBytesOf(ordered.length));
  const bytes = new Uint8Array(size);
  new Uint32Array(bytes.buffer, 0, ordered.length).set(ordered.map(({ length }) => length));
  let offset = tableBytesOf(ordered.length);
  for (const array of ordered) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), offset);
    offset += array.byteLength;
  }
  return bytes;
}

/** Views of the sections of a format; throws a RangeError on wrong lengths. */
export function readSections(bytes: Uint8Array, format: number): SectionArrays {
  const stored = namesOf(format);
  const lengths = new Uint32Array(bytes.buffer, bytes.byteOffset, stored.length);
  let offset = bytes.byteOffset + tableBytesOf(stored.length);
  const views = names.map((name) => {
    const length = lengths[stored.indexOf(name)] ?? 0;
    const view = new layout[name](bytes.buffer, length === 0 ? bytes.byteOffset : offset, length);
    offset += view.byteLength;
    return [name, view];
  });
  if (offset !== bytes.byteOffset + bytes.byteLength)
    throw new RangeError("the sections do not fill the file");
  // The views are made from the layout, name by name.
  return Object.fromEntries(views) as SectionArrays;
}
