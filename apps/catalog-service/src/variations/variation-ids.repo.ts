import type { CatalogDatabase } from "@marketplace/database/catalog";

export type VariationIdsRepo = ReturnType<typeof createVariationIdsRepo>;

/** Gives ids of new variations, each once. */
export const createVariationIdsRepo =
  (db: CatalogDatabase) =>
  async (count: number): Promise<number[]> => {
    const next = "SELECT nextval('variation_numbers') AS id FROM generate_series(1, $1)";
    return (await db.query<{ id: number }>(next, [count])).map(({ id }) => id);
  };
