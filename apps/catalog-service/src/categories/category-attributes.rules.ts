import type { Cause } from "@marketplace/conventions";
import { type CategoryAttribute, heldTags } from "./category-attributes.schema.ts";
import type { AttributeChange } from "./category-input.schema.ts";

/** An attribute whose new values have no ids yet; the schema of the request has checked the other fields. */
export interface AttributeDraft extends Pick<CategoryAttribute, "id" | "name" | "value_type" | "tags"> {
  allowed_units?: { id: string; name: string }[];
  default_unit?: string;
  values?: { id?: string | undefined; name: string }[];
}

/** The attribute with the given fields; `null` takes a field away, and tags are set one by one. */
export function changedAttribute(attribute: CategoryAttribute, change: AttributeChange): AttributeDraft {
  const { tags, ...fields } = change;
  const merged = Object.entries({ ...attribute, ...withoutUndefined(fields) });
  return {
    ...Object.fromEntries(merged.filter(([, value]) => value !== null)),
    // The schema requires these.
    id: attribute.id,
    name: change.name ?? attribute.name,
    value_type: change.value_type ?? attribute.value_type,
    tags: heldTags({ ...attribute.tags, ...tags }) as CategoryAttribute["tags"],
  };
}

const withoutUndefined = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const cause = (field: string, message: string): Cause => ({
  code: "invalid_value",
  message,
  references: [`body.${field}`],
});

/** What is inconsistent in an attribute: its units, or values that occur twice. */
export function issuesOfAttribute(attribute: AttributeDraft): Cause[] {
  return [...unitIssues(attribute), ...valueIssues(attribute)];
}

function unitIssues({ value_type, allowed_units, default_unit }: AttributeDraft): Cause[] {
  if (value_type !== "number_unit") {
    if (allowed_units) return [cause("allowed_units", "is for number_unit only")];
    return default_unit === undefined ? [] : [cause("default_unit", "is for number_unit only")];
  }
  const units = (allowed_units ?? []).map(({ id }) => id);
  if (units.length === 0) return [cause("allowed_units", "is required for number_unit")];
  if (new Set(units).size < units.length) return [cause("allowed_units", "has a unit twice")];
  if (default_unit !== undefined && units.includes(default_unit)) return [];
  return [cause("default_unit", `must be one of ${units.join(", ")}`)];
}

function valueIssues({ value_type, values }: AttributeDraft): Cause[] {
  if (value_type === "list" && !values?.length) return [cause("values", "are required for a list")];
  const ids = (values ?? []).flatMap(({ id }) => id ?? []);
  const names = (values ?? []).map(({ name }) => name);
  if (new Set(ids).size < ids.length) return [cause("values", "have an id twice")];
  return new Set(names).size < names.length ? [cause("values", "have a name twice")] : [];
}
