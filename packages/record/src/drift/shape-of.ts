/** What was seen of a field: of elements of arrays, of all together. */
export interface FieldShape {
  /** `object`, `array`, `string`, `number` or `boolean`. */
  types: Set<string>;
  nulls: number;
  /** Texts, for enums. */
  texts: Set<string>;
}

/** Fields by their path, such as `results[].status`; the whole body has the path "". */
export type Shape = Map<string, FieldShape>;

/** Names that are ids, as in `{"MLA1": 3}`: data, and no fields of the contract. */
const isId = /^(?:[A-Z]{3})?\d+$/;

/** The number of texts of a field that are looked at. */
const maxTexts = 100;

export function shapeOf(body: unknown): Shape {
  const shape: Shape = new Map();
  visit(body, "", shape);
  return shape;
}

function visit(value: unknown, path: string, shape: Shape): void {
  const field = shape.get(path) ?? { types: new Set(), nulls: 0, texts: new Set() };
  shape.set(path, field);
  if (value === null) {
    field.nulls += 1;
    return;
  }
  field.types.add(Array.isArray(value) ? "array" : typeof value);
  if (typeof value === "string" && field.texts.size < maxTexts) field.texts.add(value);
  if (Array.isArray(value)) for (const element of value) visit(element, `${path}[]`, shape);
  else if (typeof value === "object")
    for (const [name, each] of Object.entries(value)) {
      const field = isId.test(name) ? "*" : name;
      visit(each, path === "" ? field : `${path}.${field}`, shape);
    }
}

/** The path of the object or array that a field is in; `undefined` for the whole body. */
export function parentOf(path: string): string | undefined {
  if (path === "") return undefined;
  if (path.endsWith("[]")) return path.slice(0, -2);
  return path.slice(0, Math.max(path.lastIndexOf("."), 0));
}
