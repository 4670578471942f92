/** The fields of `GET /items/{id}` that a copy of the item needs. */
export interface Model {
  category_id: string;
  currency_id: string;
  price: number;
  attributes: { id: string; value_id: string | null; value_name: string | null }[];
}

/**
 * The body of `POST /items` for a copy of an item, with Flex where the site has it; `change` replaces fields.
 */
export const itemLike = (
  { category_id, currency_id, price, attributes }: Model,
  change: Record<string, unknown> = {},
): Record<string, unknown> => ({
  title: "Producto de prueba",
  category_id,
  currency_id,
  price,
  available_quantity: 10,
  condition: "new",
  attributes: attributes.map(({ id, value_id, value_name }) => ({ id, value_id, value_name })),
  shipping: { mode: "me2" },
  ...change,
});
