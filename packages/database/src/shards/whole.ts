/** A table of a service whose sites leave home as a whole. */
interface WholeTable {
  readonly table: string;
  /** The condition on the rows of a site; without it the site's database gets all, and home keeps them. */
  readonly isOfSite?: (siteId: string) => string;
  /** Whether the condition is on columns of the primary key. */
  readonly isIdentified: boolean;
}

const ofSite = (table: string, isIdentified = true): WholeTable => ({
  table,
  isOfSite: (siteId) => `site_id = '${siteId}'`,
  isIdentified,
});
const byId = (table: string, id = "id"): WholeTable => ({
  table,
  isOfSite: (siteId) => `${id} ~ '^${siteId}[0-9]'`,
  isIdentified: true,
});
const ofAll = (table: string): WholeTable => ({ table, isIdentified: true });

/**
 * What a site takes along, in an order in which it can be deleted. Events, closings and files without a
 * picture stay at home, whose jobs go on with them; changes of items are of a database's own search index.
 */
const whole = {
  catalog: [
    byId("items"),
    byId("categories"),
    { table: "pictures", isOfSite: (siteId: string) => `id ~ '^[0-9]+-${siteId}[0-9]'`, isIdentified: true },
    ofSite("labelled_titles", false),
    ofSite("category_models"),
    ofSite("trees"),
    ofSite("tree_dumps"),
    ofSite("tree_snapshot_parts"),
    ofSite("tree_snapshots"),
    ofSite("site_attributes"),
    ofSite("site_attribute_values"),
    byId("item_visits", "item_id"),
    byId("item_visit_days", "item_id"),
    // Keys do not say a site; what is of another one is never asked for there.
    ofAll("stock_reservations"),
    ofAll("idempotency_keys"),
  ],
} as const satisfies Record<string, readonly WholeTable[]>;

export type WholeService = keyof typeof whole;

/** The sequences without a range for each site, which number what was copied. */
export const numbered = ["labelled_titles_no_seq", "tree_numbers"];

/** A table with the condition on the rows of one site. */
export interface Part {
  readonly table: string;
  readonly isOfSite: string | undefined;
  readonly isIdentified: boolean;
}

export const partsOf = (service: WholeService, siteId: string): Part[] =>
  whole[service].map(({ table, isOfSite, isIdentified }: WholeTable) => ({
    table,
    isOfSite: isOfSite?.(siteId),
    isIdentified,
  }));
