import type { IndexedItem, SearchIndex } from "../port.ts";
import { titleParts } from "../title-parts.ts";
import { type JudgedSet, type Relevance, readJudgedSet, relevanceOf } from "./judged-set.ts";

export { readJudgedSet };

/** The languages of the judged sets in this package. */
export const judgedLanguages = ["es", "pt"] as const;

export const ownJudgedSet = (language: (typeof judgedLanguages)[number]): JudgedSet =>
  readJudgedSet(new URL(`../../judged/${language}`, import.meta.url).pathname);

/** The documents of a judged set as items of a site, numbered from 1. */
export const judgedItems = ({ documents }: JudgedSet, siteId: string): IndexedItem[] =>
  documents.map(({ title, brand = "", attributes = "", category = "" }, index) => {
    const { subject, rest } = titleParts(title);
    return {
      no: index + 1,
      siteId,
      sellerId: 1,
      price: null,
      keys: [],
      fields: { title: subject, brandAndModel: brand, attributes: `${rest} ; ${attributes}`, category },
    };
  });

/** How well what `find` answers, as numbers of items, fits a judged set. */
export async function relevanceFor(
  set: JudgedSet,
  find: (text: string) => Promise<readonly number[]> | readonly number[],
): Promise<Relevance> {
  const found = new Map<string, string[]>();
  for (const { id, text } of set.queries) {
    const numbers = await find(text);
    found.set(
      `${id}`,
      numbers.map((no) => `${set.documents[no - 1]?.id}`),
    );
  }
  return relevanceOf(set, found);
}

/** How well an empty index answers a judged set, whose items it gets. */
export async function relevanceOfIndex(
  index: SearchIndex,
  set: JudgedSet,
  siteId: string,
): Promise<Relevance> {
  await index.apply({ put: judgedItems(set, siteId), remove: [], cursor: "judged" });
  const page = { sort: "relevance", offset: 0, limit: 10 } as const;
  return relevanceFor(set, async (text) => (await index.search({ siteId, text, keys: [] }, page)).numbers);
}
