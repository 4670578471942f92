import type { Answer, Difference, Kind } from "./difference.ts";
import { type FieldShape, parentOf, type Shape, shapeOf } from "./shape-of.ts";

/** The values that a field may have, by its path; `undefined` for what is no enum. */
export type EnumOf = (path: string) => readonly string[] | undefined;

export interface Comparison {
  differences: Difference[];
  /** How many things were compared: the status, headers and fields. */
  compared: number;
}

/** Headers that clients read, of which the value or only the presence is compared. */
const headers = {
  "content-type": "value",
  allow: "value",
  "cache-control": "presence",
  "content-disposition": "presence",
  "content-md5": "presence",
  deprecation: "presence",
  etag: "presence",
  "last-modified": "presence",
  link: "presence",
  location: "presence",
  "retry-after": "presence",
  "x-content-md5": "presence",
} as const;

/** Compares the answers of two sides to the same read: their contract, and not their data. */
export function compare(base: Answer, against: Answer, enumOf: EnumOf = () => undefined): Comparison {
  if (base.status !== against.status) {
    const status = difference("status", "", [String(base.status), String(against.status)]);
    return { differences: [status], compared: 1 };
  }
  const ofHeaders = compareHeaders(base.headers, against.headers);
  const ofBodies = compareBodies(shapeOf(base.json ?? null), shapeOf(against.json ?? null), enumOf);
  return {
    differences: [...ofHeaders.differences, ...ofBodies.differences],
    compared: 1 + ofHeaders.compared + ofBodies.compared,
  };
}

const difference = (kind: Kind, at: string, [base, against]: readonly [string, string]): Difference => ({
  kind,
  at,
  base,
  against,
});

function compareHeaders(base: Answer["headers"], against: Answer["headers"]): Comparison {
  const differences: Difference[] = [];
  let compared = 0;
  for (const [name, how] of Object.entries(headers)) {
    const [one, other] = [base[name], against[name]];
    if (one === undefined && other === undefined) continue;
    compared += 1;
    const shown = (value: string | undefined) => value ?? "absent";
    const differs =
      how === "value" ? plain(one) !== plain(other) : (one === undefined) !== (other === undefined);
    if (differs) differences.push(difference("header", name, [shown(one), shown(other)]));
  }
  return { differences, compared };
}

/** Spaces and the case of media types and charsets mean nothing. */
const plain = (value: string | undefined): string | undefined => value?.toLowerCase().replaceAll(/\s/g, "");

function compareBodies(base: Shape, against: Shape, enumOf: EnumOf): Comparison {
  const differences: Difference[] = [];
  let compared = 0;
  for (const path of new Set([...base.keys(), ...against.keys()])) {
    const [one, other] = [base.get(path), against.get(path)];
    if (one && other) {
      compared += 1;
      differences.push(...compareField(path, { one, other, allowed: enumOf(path) }));
    } else if (isComparable(path, base, against)) {
      compared += 1;
      differences.push(
        one
          ? difference("field-removed", path, [shown(one), "absent"])
          : difference("field-added", path, ["absent", other ? shown(other) : ""]),
      );
    }
  }
  return { differences, compared };
}

/**
 * Whether the absence of a field says anything: what it is in must be there on both sides. An empty array has
 * no elements to compare, and what is below an absent field was told with it.
 */
function isComparable(path: string, base: Shape, against: Shape): boolean {
  const parent = parentOf(path);
  if (parent === undefined || path.endsWith("[]")) return false;
  return Boolean(base.get(parent)?.types.has("object") && against.get(parent)?.types.has("object"));
}

interface Pair {
  one: FieldShape;
  other: FieldShape;
  allowed: readonly string[] | undefined;
}

function compareField(path: string, { one, other, allowed }: Pair): Difference[] {
  const values = [shown(one), shown(other)] as const;
  const found: Difference[] = [];
  const bothHaveValues = one.types.size > 0 && other.types.size > 0;
  // Data may be null here and there; only what is always null on one side and never on the other differs.
  const isNullOnOneSide = (a: FieldShape, b: FieldShape) => a.types.size === 0 && b.nulls === 0;
  if (isNullOnOneSide(one, other) || isNullOnOneSide(other, one))
    found.push(difference("null", path, values));
  if (bothHaveValues && [...other.types].some((type) => !one.types.has(type)))
    found.push(difference("type", path, values));
  const unknown = allowed && [...other.texts].find((text) => !allowed.includes(text));
  if (allowed && unknown !== undefined && one.types.has("string"))
    found.push(difference("enum", path, [allowed.join(", "), unknown]));
  return found;
}

const shown = ({ types, nulls }: FieldShape): string =>
  [...[...types].sort(), ...(nulls > 0 ? ["null"] : [])].join(" or ");
