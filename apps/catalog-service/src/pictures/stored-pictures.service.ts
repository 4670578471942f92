import type { ItemChange } from "../items/item-input.schema.ts";
import type { PicturesRepo } from "./pictures.repo.ts";

/**
 * The change with the sources of those pictures that it names by the id alone, where they are pictures of the
 * seller. Other ids are left for the item, which may have them.
 */
export async function withStoredPictures<T extends Pick<ItemChange, "pictures">>(
  change: T,
  sellerId: number,
  { pictures }: { pictures: Pick<PicturesRepo, "sourcesOf"> },
): Promise<T> {
  const ids = change.pictures?.flatMap(({ id, source, url }) => (id && !source && !url ? [id] : [])) ?? [];
  if (!change.pictures || ids.length === 0) return change;
  const sources = await pictures.sourcesOf(sellerId, ids);
  const resolved = change.pictures.map((each) => {
    const source = each.source ?? each.url ?? sources.get(each.id ?? "");
    return source === undefined || each.url !== undefined ? each : { ...each, source };
  });
  return { ...change, pictures: resolved };
}
