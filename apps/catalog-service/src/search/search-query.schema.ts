/** Both bounds are included; `undefined` is an open end. */
export interface PriceRange {
  from: number | undefined;
  to: number | undefined;
}

/** The conditions of a search, all of which must hold. */
export interface SearchQuery {
  siteId: string;
  /** Trimmed and not empty. */
  text: string | undefined;
  categoryId: string | undefined;
  /** Known attribute id to value id. */
  attributes: ReadonlyMap<string, string>;
  condition: string | undefined;
  freeShipping: boolean;
  price: PriceRange | undefined;
  /** `nobody` where none has the given nickname. */
  sellerId: number | undefined;
  /** Names of the parameters that were used for filters which have two. */
  askedBy?: { freeShipping?: "shipping_cost" | undefined; nickname?: string | undefined };
}

/** The id of no user. */
export const nobody = 0;

/** The filters that are keys of an index. */
export function keysOf({ categoryId, condition, freeShipping, attributes }: SearchQuery): string[] {
  return [
    ...(categoryId === undefined ? [] : [`category=${categoryId}`]),
    ...(condition === undefined ? [] : [`condition=${condition}`]),
    ...(freeShipping ? ["shipping=free"] : []),
    ...[...attributes].map(([id, value]) => `${id}=${value}`),
  ];
}

/** Identifies a search in scroll ids. */
export const fingerprintOf = (query: SearchQuery): string =>
  JSON.stringify([
    query.siteId,
    keysOf(query),
    query.text,
    query.price?.from,
    query.price?.to,
    query.sellerId,
  ]);

/** Parses `100-500`, `*-500` and `100-*`; `undefined` for other texts and for reversed ranges. */
export function parsePrice(text: string): PriceRange | undefined {
  const [, from, to] = /^(\*|\d{1,15}(?:\.\d{1,2})?)-(\*|\d{1,15}(?:\.\d{1,2})?)$/.exec(text) ?? [];
  if (from === undefined || to === undefined) return undefined;
  const range = { from: from === "*" ? undefined : Number(from), to: to === "*" ? undefined : Number(to) };
  return (range.from ?? 0) <= (range.to ?? Number.POSITIVE_INFINITY) ? range : undefined;
}
