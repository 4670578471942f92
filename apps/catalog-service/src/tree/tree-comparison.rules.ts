import { isDeepStrictEqual } from "node:util";
import type { CategoryNode, PresentCategory } from "../categories/categories.schema.ts";
import type { CategoryAttribute } from "../categories/category-attributes.schema.ts";

/** What replacing a tree does to it, in numbers. */
export interface TreeChanges {
  categories: { added: number; changed: number; moved: number; removed: number };
  /** Attributes of categories that stay. */
  attributes: { added: number; changed: number; removed: number };
  /** Listed values of attributes that stay. */
  values: { added: number; changed: number; removed: number };
  items: { in_removed_categories: number; under_another_path: number };
}

/** A change by name, such as `MLA1055 Celulares: attribute BRAND`. */
export interface NamedChange {
  kind: "removed" | "changed" | "moved" | "added";
  text: string;
}

/** Changes of each kind that are named; the others are only counted. */
const maxNamed = 20;

/** Collects the differences of two trees, category by category, so that neither need be in memory. */
export class TreeComparison {
  readonly changes: TreeChanges = {
    categories: { added: 0, changed: 0, moved: 0, removed: 0 },
    attributes: { added: 0, changed: 0, removed: 0 },
    values: { added: 0, changed: 0, removed: 0 },
    items: { in_removed_categories: 0, under_another_path: 0 },
  };
  /** Ids of existing categories with another name or path. */
  readonly relocated: string[] = [];
  readonly #removed: string[] = [];
  readonly #named = new Map<NamedChange["kind"], NamedChange[]>();

  /** Ids of the categories that leave the tree. */
  get removed(): readonly string[] {
    return this.#removed;
  }

  /** Whether categories, attributes or listed values are removed. */
  get loses(): boolean {
    const { categories, attributes, values } = this.changes;
    return categories.removed + attributes.removed + values.removed > 0;
  }

  /** The first changes of each kind by name, losses first. */
  get named(): NamedChange[] {
    const kinds = ["removed", "moved", "changed", "added"] as const;
    return kinds.flatMap((kind) => this.#named.get(kind) ?? []);
  }

  /** Counts what changes from a stored category to its new state; returns whether anything does. */
  add(before: PresentCategory | undefined, after: CategoryNode): boolean {
    const wasThere = before !== undefined && !before.retired;
    const isThere = after.retired !== true;
    if (before && (before.name !== after.name || !isDeepStrictEqual(before.path, after.path)))
      this.relocated.push(after.id);
    if (wasThere && isThere) this.#compare(before, after);
    else if (isThere) this.#count("added", after);
    else if (wasThere) this.remove([before]);
    return !before || !isDeepStrictEqual(before, { ...after, retired: !isThere });
  }

  /** Counts categories that leave the tree. */
  remove(categories: readonly { id: string; name: string }[]): void {
    for (const category of categories) {
      this.#removed.push(category.id);
      this.#count("removed", category);
    }
  }

  #count(kind: keyof TreeChanges["categories"], { id, name }: { id: string; name: string }, more = ""): void {
    this.changes.categories[kind] += 1;
    this.#name(kind, () => `${id} ${name}${more}`);
  }

  #compare(before: CategoryNode, after: CategoryNode): void {
    if (before.parentId !== after.parentId)
      this.#count("moved", after, ` from ${before.parentId ?? "the top"} to ${after.parentId ?? "the top"}`);
    const fields = changedFields(before, after);
    if (fields.length > 0) this.#count("changed", after, `: ${fields.join(", ")}`);
    if (!isDeepStrictEqual(before.attributes, after.attributes)) this.#compareAttributes(before, after);
  }

  #compareAttributes(before: CategoryNode, after: CategoryNode): void {
    const name = (kind: NamedChange["kind"], what: string) =>
      this.#name(kind, () => `${after.id} ${after.name}: ${what}`);
    const { added, removed, stayed } = matched(before.attributes, after.attributes);
    this.changes.attributes.added += added.length;
    this.changes.attributes.removed += removed.length;
    for (const { id } of added) name("added", `attribute ${id}`);
    for (const { id } of removed) name("removed", `attribute ${id}`);
    for (const [old, now] of stayed) {
      if (isDeepStrictEqual(old, now)) continue;
      this.changes.attributes.changed += 1;
      const lost = this.#compareValues(old, now);
      if (lost === 0) name("changed", `attribute ${now.id}`);
      else name("removed", `${lost} ${lost === 1 ? "value" : "values"} of ${now.id}`);
    }
  }

  /** Returns how many values are removed. */
  #compareValues(before: CategoryAttribute, after: CategoryAttribute): number {
    const { values } = this.changes;
    const { added, removed, stayed } = matched(before.values ?? [], after.values ?? []);
    values.added += added.length;
    values.removed += removed.length;
    values.changed += stayed.filter(([old, now]) => !isDeepStrictEqual(old, now)).length;
    return removed.length;
  }

  /** `text` is a function, because most of many changes are not named. */
  #name(kind: NamedChange["kind"], text: () => string): void {
    const named = this.#named.get(kind) ?? [];
    this.#named.set(kind, named);
    if (named.length < maxNamed) named.push({ kind, text: text() });
  }
}

/** The fields of a category that an operator sees changed, by their names in answers. */
function changedFields(before: CategoryNode, after: CategoryNode): string[] {
  const fields = [
    ["name", before.name, after.name],
    ["picture", before.picture, after.picture],
    ["permalink", before.permalink, after.permalink],
    ["attribute_types", before.attributeTypes, after.attributeTypes],
    ["meta_categ_id", before.metaCategId, after.metaCategId],
    ["attributable", before.attributable, after.attributable],
    ["date_created", before.dateCreated, after.dateCreated],
    ["shipping_preferences", before.logistics, after.logistics],
  ] as const;
  const changed = fields.filter(([, old, now]) => !isDeepStrictEqual(old, now)).map(([field]) => field);
  return [...changed, ...changedKeys(before.settings, after.settings).map((key) => `settings.${key}`)];
}

function changedKeys(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => !isDeepStrictEqual(before[key], after[key])).toSorted();
}

interface Matched<T> {
  added: T[];
  removed: T[];
  stayed: (readonly [before: T, after: T])[];
}

/** Pairs two lists by id. */
function matched<T extends { id: string }>(before: readonly T[], after: readonly T[]): Matched<T> {
  const old = new Map(before.map((one) => [one.id, one]));
  const now = new Set(after.map(({ id }) => id));
  const known = after.map((one) => ({ one, old: old.get(one.id) }));
  return {
    added: known.flatMap(({ one, old: former }) => (former ? [] : [one])),
    removed: before.filter(({ id }) => !now.has(id)),
    stayed: known.flatMap(({ one, old: former }) => (former ? [[former, one] as const] : [])),
  };
}
