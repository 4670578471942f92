import type { CategoryAttribute } from "../categories/category-attributes.schema.ts";
import type { Site } from "../sites/sites.service.ts";
import { folded, structOf } from "./attribute-values.rules.ts";
import type { Definitions } from "./attributes.rules.ts";
import type { StoredAttribute } from "./item-attributes.schema.ts";

type Language = Site["language"];

/** Terms of sale that have a meaning everywhere: id, type, Spanish and Portuguese name. */
const terms = [
  ["WARRANTY_TYPE", "list", "Tipo de garantía", "Tipo de garantia"],
  ["WARRANTY_TIME", "number_unit", "Tiempo de garantía", "Tempo de garantia"],
  ["MANUFACTURING_TIME", "number_unit", "Disponibilidad de stock", "Disponibilidade de estoque"],
  ["INVOICE", "string", "Facturación", "Faturamento"],
] as const;

/** Units of time in Spanish and Portuguese, and their days; days are the usual one. */
const units = [
  ["días", "dias", 1],
  ["meses", "meses", 30],
  ["años", "anos", 365],
] as const;

const unitsIn = (language: Language): string[] => units.map(([es, pt]) => (language === "pt" ? pt : es));

function unitsWire(language: Language) {
  const names = unitsIn(language);
  return { allowed_units: names.map((name) => ({ id: name, name })), default_unit: names[0] ?? "" };
}

const warrantyTypes = [
  ["2230279", "Garantía de fábrica", "Garantia de fábrica"],
  ["2230280", "Garantía del vendedor", "Garantia do vendedor"],
  ["6150835", "Sin garantía", "Sem garantia"],
] as const;

function definitionsIn(language: Language): Definitions {
  const nameOf = (spanish: string, portuguese: string) => (language === "pt" ? portuguese : spanish);
  const values = warrantyTypes.map(([id, es, pt]) => ({ id, name: nameOf(es, pt) }));
  const definitions = terms.map(([id, value_type, es, pt]) => ({
    id,
    name: nameOf(es, pt),
    value_type,
    ...(id === "WARRANTY_TYPE" && { values }),
    ...(value_type === "number_unit" && { units: unitsIn(language) }),
  }));
  return {
    field: "sale_terms",
    known: new Map(definitions.map((definition) => [definition.id, definition])),
    unknown: (id) => `there is no term of sale ${id}`,
    open: false,
  };
}

const byLanguage = { es: definitionsIn("es"), pt: definitionsIn("pt") };

/** The terms of sale that sellers may give, as attributes of a category are shown. */
export const saleTermAttributes = (language: Language): CategoryAttribute[] =>
  [...byLanguage[language].known.values()].map(({ id, name, value_type, values }) => ({
    id,
    name,
    tags: {},
    hierarchy: "SALE_TERMS",
    relevance: 1,
    value_type: value_type ?? "string",
    ...(values && { values: [...values] }),
    ...(value_type === "number_unit" && unitsWire(language)),
  }));

/** The terms of sale in a site's language: there are no others. */
export const saleTermsIn = (language: Language): Definitions => byLanguage[language];

/** The warranty in words: `Garantía del vendedor: 90 días`; null without terms about it. */
export function warrantyOf(saleTerms: readonly StoredAttribute[]): string | null {
  const nameOf = (id: string) => saleTerms.find((term) => term.id === id)?.value_name;
  const parts = [nameOf("WARRANTY_TYPE"), nameOf("WARRANTY_TIME")].filter((part) => part != null);
  return parts.length > 0 ? parts.join(": ") : null;
}

/** A hundred years: seen as days, longer times would not fit into an order. */
const longestTime = 36_500;

/** Days that a seller needs to make an item, begun ones included; null when it is in stock. */
export function manufacturingDaysOf(saleTerms: readonly StoredAttribute[]): number | null {
  const time = structOf(saleTerms.find(({ id }) => id === "MANUFACTURING_TIME")?.value_name ?? "");
  if (!time) return null;
  const named = units.find(([es, pt]) => [es, pt].some((name) => folded(name) === folded(time.unit)));
  const days = Math.ceil(time.number * (named?.[2] ?? 1));
  return days > 0 ? Math.min(days, longestTime) : null;
}
