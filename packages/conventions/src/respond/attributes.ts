/** A parsed `attributes` parameter: each name maps to the names below it, or to `true` for everything. */
export type Mask = Map<string, Mask | true>;

/** Parses `a,b.c,d` (decisions 1.5); `undefined` means no filter. Empty names are dropped. */
export function parseMask(value: string | undefined): Mask | undefined {
  const root: Mask = new Map();
  for (const path of (value ?? "").split(",")) {
    const names = path
      .trim()
      .split(".")
      .filter((name) => name !== "");
    if (names.length > 0) addPath(root, names);
  }
  return root.size > 0 ? root : undefined;
}

function addPath(root: Mask, names: string[]): void {
  let level = root;
  for (const [depth, name] of names.entries()) {
    const present = level.get(name);
    if (present === true) return;
    if (depth === names.length - 1) {
      level.set(name, true);
      return;
    }
    const next: Mask = present ?? new Map();
    level.set(name, next);
    level = next;
  }
}

/** Keeps only what the mask names, in the value's own field order; arrays are filtered element by element. */
export function applyMask(value: unknown, mask: Mask): unknown {
  if (Array.isArray(value)) return value.map((element) => applyMask(element, mask));
  if (!isRecord(value)) return value;
  const kept: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    const below = mask.get(name) ?? belowDotted(mask, name);
    if (below === undefined) continue;
    if (below === true) kept[name] = field;
    else if (reaches(field)) kept[name] = applyMask(field, below);
  }
  return kept;
}

/** What is named below a field whose own name has dots, such as `date_created.from`. */
function belowDotted(mask: Mask, name: string): Mask | true | undefined {
  if (!name.includes(".")) return undefined;
  let level: Mask | true | undefined = mask;
  for (const part of name.split(".")) {
    // A name means all of it, also beside a path below it.
    if (level === undefined || level === true) return level;
    level = level.get(part);
  }
  return level;
}

/** The filter of a multiget: it applies to the `body` of each element that is a success. */
export function applyMaskToBodies(value: unknown, mask: Mask): unknown {
  if (!Array.isArray(value)) return applyMask(value, mask);
  return value.map((element) =>
    isRecord(element) && element.code === 200 ? { ...element, body: applyMask(element.body, mask) } : element,
  );
}

/** A path below a scalar, null, or an array of those names nothing, so it is dropped. */
const reaches = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 || value.some(reaches) : isRecord(value);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
