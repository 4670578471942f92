/** A table whose rows are of sites, and when one is of another site than this. */
interface Guarded {
  readonly table: string;
  readonly isOther: (siteId: string) => string;
}

/** A table of home that gets new rows of a site, and when NEW, in its trigger, is one. */
interface Entrance {
  readonly table: string;
  readonly isNew: (siteId: string) => string;
  /** The trigger's function, where home goes on taking some of them; else it refuses all. */
  readonly refusal?: string;
}

/** What of a service's database belongs to sites (docs/adr/0020-a-site-is-a-shard.md). */
export interface Sharded {
  /** What operators call its rows. */
  readonly rows: string;
  /** The sequences whose numbers tell a site. */
  readonly sequences: readonly string[];
  /** The tables whose rows are of the site in their column `site_id`. */
  readonly tables: readonly string[];
  /** Tables whose rows are of the site of their `item_id`. */
  readonly ofItems?: readonly string[];
  /** Tables whose rows say their site otherwise. */
  readonly guarded?: readonly Guarded[];
  /** Where rows come in. */
  readonly entrances: readonly Entrance[];
  /** Rows of an earlier release have no site at first: any may be of the site, and counts as such. */
  readonly sitesFollow?: true;
  /** A site that has rows at home cannot be split off while it is used: `takeSite` takes them. */
  readonly stays?: true;
}

const ofSite = (siteId: string) => `NEW.site_id = '${siteId}'`;
/** A condition on `item_id`: it is of the site. */
export const isItemOf = (siteId: string): string => `item_id ~ '^${siteId}[0-9]+$'`;
const ofItems = (siteId: string) => `NEW.${isItemOf(siteId)}`;

const ofSiteOrUnknown = (siteId: string) => `(NEW.site_id = '${siteId}' OR NEW.site_id IS NULL)`;
const refusal = "refuse_pack_of_site";

/** The services whose sites may have databases of their own. */
export const sharded = {
  questions: {
    rows: "questions",
    sequences: ["questions_id_seq"],
    tables: ["questions"],
    ofItems: ["closed_items"],
    entrances: [
      { table: "questions", isNew: ofSite },
      { table: "closed_items", isNew: ofItems },
    ],
  },
  flex: {
    rows: "shipments and subscriptions",
    sequences: ["shipments_id_seq", "subscriptions_id_seq", "subscriptions_service_id_seq"],
    tables: ["shipments", "subscriptions"],
    entrances: [
      { table: "shipments", isNew: ofSite },
      { table: "subscriptions", isNew: ofSite },
    ],
  },
  orders: {
    rows: "orders",
    sequences: ["sale_ids", "payment_numbers", "refund_numbers", "feedback_numbers", "messages_position_seq"],
    // Files that no message has used yet are their user's, at home.
    tables: ["packs", "orders", "conversations"],
    entrances: [
      { table: "packs", isNew: ofSite },
      { table: "orders", isNew: ofSite },
    ],
  },
  invoices: {
    rows: "fiscal documents",
    // Ids of documents are random.
    sequences: [],
    tables: ["fiscal_documents", "used_packs"],
    entrances: [
      { table: "fiscal_documents", isNew: ofSiteOrUnknown, refusal },
      { table: "used_packs", isNew: ofSiteOrUnknown, refusal },
    ],
    sitesFollow: true,
  },
  catalog: {
    rows: "categories, items, titles and pictures",
    sequences: ["item_numbers", "variation_numbers", "picture_numbers"],
    // What else a site has, such as its model and its visits, comes after one of these.
    tables: ["categories", "items", "labelled_titles"],
    guarded: [{ table: "pictures", isOther: (siteId) => `id !~ '^[0-9]+-${siteId}[0-9]'` }],
    entrances: [],
    stays: true,
  },
} as const satisfies Record<string, Sharded>;

export type ShardedService = keyof typeof sharded;

/** Those whose sites can be split off home. */
export type SplitService = Exclude<ShardedService, "catalog">;

/** Their names. */
export const shardedServices = [
  "questions",
  "flex",
  "orders",
  "invoices",
  "catalog",
] as const satisfies readonly ShardedService[];
