import type { Attribute, NewItem, Prediction } from "./catalog-queries.ts";

/** What the form of a new item holds. Values of attributes are their names, by the id of the attribute. */
export interface ItemDraft {
  price: number | undefined;
  units: number;
  condition: string;
  listingType: string;
  values: Readonly<Record<string, string>>;
}

/** The attributes that must be given, then those that have a value: from the title, or typed. */
export function shownAttributes(attributes: readonly Attribute[], values: ItemDraft["values"]) {
  const required = attributes.filter(({ tags }) => tags.required && !tags.read_only && !tags.fixed);
  const others = attributes.filter(
    ({ id }) => Object.hasOwn(values, id) && !required.some((one) => one.id === id),
  );
  return { required, others };
}

/** What an item is listed in. */
interface Choice {
  /** The category of the form that somebody has begun to fill in. */
  begun: Prediction | undefined;
  /** The category that was chosen among the predicted ones. */
  chosen: string | undefined;
}

/** Another title takes no form away that was begun: it stays in its category. */
export function predictionFor(
  predictions: readonly Prediction[] | undefined,
  { begun, chosen }: Choice,
): Prediction | undefined {
  const of = (id: string | undefined) => predictions?.find(({ category_id }) => category_id === id);
  if (begun) return of(begun.category_id) ?? { ...begun, attributes: [] };
  return of(chosen) ?? predictions?.[0];
}

export const predictedValues = ({ attributes }: Prediction): Record<string, string> =>
  Object.fromEntries(attributes.map(({ id, value_name }) => [id, value_name]));

/** The body of `POST /items`. A value that the attribute lists goes by its id, any other by its name. */
export function bodyOf(
  { price, units, condition, listingType, values }: ItemDraft,
  known: { title: string; categoryId: string; currency: string; attributes: readonly Attribute[] },
): NewItem {
  const attributes = Object.entries(values).flatMap(([id, text]) => {
    const attribute = known.attributes.find((one) => one.id === id);
    if (!attribute || text.trim() === "") return [];
    const listed = attribute.values?.find(({ name }) => name === text.trim());
    return [listed ? { id, value_id: listed.id } : { id, value_name: text.trim() }];
  });
  return {
    title: known.title.trim(),
    category_id: known.categoryId,
    currency_id: known.currency,
    available_quantity: units,
    condition,
    listing_type_id: listingType,
    attributes,
    ...(price !== undefined && { price }),
  };
}
