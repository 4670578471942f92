import type { IndexedItem } from "../port.ts";
import { isOverload, SearchIndexMoved } from "./errors.ts";
import { failure, type Server } from "./server.ts";
import type { Sites } from "./sites.ts";

/** Items of one bulk request, which stays below 5 MB; a server takes 100 MB. */
const blockSize = 1_000;

export const centsOf = (price: number): number => Math.round(price * 100);

/** An item as a document. Its text is composed (NFKC): Node and the server fold it alike then. */
function documentOf({ no, sellerId, price, keys, fields }: IndexedItem) {
  const { title, brandAndModel, attributes, category } = fields;
  const texts = { title, brandAndModel, attributes, category };
  return {
    no,
    seller: sellerId,
    ...(price !== null && { price: centsOf(price) }),
    keys: [...new Set(keys)],
    ...Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text.normalize("NFKC")])),
  };
}

/** An item by its number; `undefined` removes it. */
export type LastState = readonly [no: number, item: IndexedItem | undefined];

interface Writing {
  server: Server;
  sites: Sites;
  /** Version of every document that is written: documents of a later process stay. */
  epoch: number;
}

/** Writes the last state of each item, and deletes it from the sites that it is not in (any more). */
export async function write(last: readonly LastState[], writing: Writing): Promise<void> {
  for (let from = 0; from < last.length; from += blockSize) {
    const block = last.slice(from, from + blockSize);
    const places = await placesOf(
      block.map(([no]) => no),
      writing,
    );
    const lines = block.flatMap(([no, item]) => {
      const { epoch, sites } = writing;
      const id = { _id: String(no), version: epoch, version_type: "external_gte" };
      const elsewhere = (places.get(no) ?? []).filter((siteId) => siteId !== item?.siteId);
      const removals = elsewhere.flatMap((siteId) =>
        sites.targets(siteId).map((target) => ({ delete: { ...target, ...id } })),
      );
      if (!item) return removals;
      const document = documentOf(item);
      const puts = sites
        .targets(item.siteId)
        .flatMap((target) => [{ index: { ...target, ...id } }, document]);
      return [...removals, ...puts];
    });
    if (lines.length > 0) await bulk(writing.server, lines);
  }
}

/** Sites with each item: an item that changes its site leaves the old one. */
async function placesOf(
  numbers: readonly number[],
  { server, sites }: Writing,
): Promise<Map<number, string[]>> {
  const places = new Map<number, string[]>();
  const indexed = sites.all();
  const bodies = indexed.map(({ alias }) => ({
    index: alias,
    body: {
      size: numbers.length,
      _source: false,
      docvalue_fields: ["no"],
      query: { terms: { no: numbers } },
    },
  }));
  if (bodies.length === 0) return places;
  interface Answer {
    hits: { hits: { fields: { no: [number] } }[] };
  }
  const answers = await server.searches<Answer>(bodies);
  for (const [at, { hits }] of answers.entries()) {
    const siteId = indexed[at]?.siteId ?? "";
    for (const { fields } of hits.hits)
      places.set(fields.no[0], [...(places.get(fields.no[0]) ?? []), siteId]);
  }
  return places;
}

interface BulkAnswer {
  errors: boolean;
  items: Record<string, { status: number; error?: { type: string; reason: string } }>[];
}

async function bulk(server: Server, lines: readonly object[]): Promise<void> {
  const { errors, items } = await server.call<BulkAnswer>({
    method: "POST",
    path: "/_bulk",
    lines,
  });
  if (!errors) return;
  const failed = items.flatMap((item) => Object.values(item)).filter(({ error }) => error);
  const worst = failed.find(({ status }) => isOverload(status)) ?? failed[0];
  if (!worst?.error) return;
  if (worst.status === 409) throw new SearchIndexMoved("another process feeds the search index");
  if (worst.error.type === "index_not_found_exception")
    throw new SearchIndexMoved("the search index is gone");
  throw failure(worst.status, worst.error);
}
