import type { CategoryAttribute } from "../categories/category-attributes.schema.ts";
import catalog from "./data/attributes.json" with { type: "json" };
import { hash } from "./random.ts";
import type { DemoSiteId } from "./sites.ts";
import { textFor } from "./source.ts";

/** An attribute as written in `data/attributes.json`; `title` is how often titles mention its value. */
export interface Definition {
  readonly name: string;
  readonly type: string;
  readonly group: string;
  readonly hierarchy: string;
  readonly relevance: number;
  readonly values?: string;
  readonly prefix?: string;
  readonly suffix?: string;
  readonly title?: number;
  /** Groups of units that measure the same, `L;ml/GB;TB`. */
  readonly units?: string;
  /** What the value means: the attribute's `type`. */
  readonly kind?: string;
  readonly hint?: string;
  readonly tooltip?: string;
  readonly hidden?: boolean;
  /** Whether variations of an item may differ in it. */
  readonly varies?: boolean;
}

export type Value = NonNullable<CategoryAttribute["values"]>[number];

const definitions = new Map<string, Definition>(Object.entries(catalog.definitions));
const profiles = new Map(Object.entries(catalog.profiles));
const profileValues = new Map<string, readonly string[]>(Object.entries(catalog.profile_values));
const groups = new Map(Object.entries(catalog.groups));
const colors = new Map(Object.entries(catalog.colors));

/** Throws for an attribute that is not defined. */
export function definitionOf(id: string): Definition {
  const definition = definitions.get(id);
  if (definition === undefined) throw new Error(`unknown attribute: ${id}`);
  return definition;
}

/** The group's name in the site's language. */
export function groupName(group: string, site: DemoSiteId): string {
  return textFor(site, groups.get(group) ?? group);
}

export interface ProfileEntry {
  readonly id: string;
  readonly tags: CategoryAttribute["tags"];
}

/** The attributes of a profile: `BRAND!` is required, `BRAND*` only for the catalog. */
export function profileOf(name: string): ProfileEntry[] {
  const text = profiles.get(name);
  if (text === undefined) throw new Error(`unknown attribute profile: ${name}`);
  return text
    .split(" ")
    .filter((entry) => entry !== "")
    .map((entry) => ({
      id: entry.replace(/[!*]$/, ""),
      tags: {
        ...(entry.endsWith("!") && { required: true }),
        ...(/[!*]$/.test(entry) && { catalog_required: true }),
      },
    }));
}

/** Value lists that a profile restricts, `COLOR=Negro;Blanco`. */
export function profileValuesOf(name: string): readonly string[] {
  return profileValues.get(name) ?? [];
}

/** A value's id is a hash of its Argentine name, so that Negro and Preto have one id on every site. */
export function valueFrom(attribute: string, text: string, site: DemoSiteId): Value {
  const [canonical = text] = text.split("|");
  const id = String(10_000 + (hash(`${attribute}:${canonical}`) % 9_000_000));
  const metadata = metadataOf(attribute, canonical);
  return { id, name: textFor(site, text), ...(metadata && { metadata }) };
}

/** The color of a color, the truth value of a yes or no. */
function metadataOf(attribute: string, canonical: string): Value["metadata"] {
  const { type, kind } = definitionOf(attribute);
  const rgb = kind === "color" ? colors.get(canonical) : undefined;
  if (rgb !== undefined) return { rgb };
  return type === "boolean" ? { value: canonical === "Sí" } : undefined;
}

/** The units of a measure: those that its values have, if it has some; the first is the usual one. */
export function unitsOf({ units }: Definition, values: readonly Value[] = []): string[] {
  const all = (units ?? "").split("/").map((group) => group.split(";"));
  const used = values[0]?.name.replace(/^[\d.,\s]+/, "") ?? all[0]?.[0];
  const group = all.find((names) => names.some((name) => name !== "" && name === used)) ?? [];
  return group.toSorted((a, b) => Number(b === used) - Number(a === used));
}

/** The values of a list, in order and without repeats. */
export function valuesOf(attribute: string, text: string, site: DemoSiteId): Value[] {
  return distinct(text.split(";").map((value) => valueFrom(attribute, value, site)));
}

/** Removes repeated ids. */
export function distinct(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [value.id, value])).values()];
}
