import type { ItemChange, PictureInput } from "../items/item-input.schema.ts";
import { type Links, sourceOf } from "./picture-links.rules.ts";
import type { PicturesRepo, StoredPicture } from "./pictures.repo.ts";

interface Stored {
  pictures: Pick<PicturesRepo, "ofSeller">;
  links: Links;
}

/** Width x height, where they are known. */
export const dimensionsOf = ({ file }: StoredPicture): string => (file ? `${file.width}x${file.height}` : "");

/**
 * The change with the sources of those pictures that it names by the id alone, where they are pictures of the
 * seller. Other ids are left for the item, which may have them. Addresses of ours become sources.
 */
export async function withStoredPictures<T extends Pick<ItemChange, "pictures" | "variations">>(
  sent: T,
  sellerId: number,
  { pictures, links }: Stored,
): Promise<T> {
  const change = { ...sent, ...(sent.variations && { variations: ofOurVariations(sent.variations, links) }) };
  if (!change.pictures) return change;
  const given = change.pictures.map((picture) => ofOurs(picture, links));
  const ids = given.flatMap(({ id, source, url }) => (id && !source && !url ? [id] : []));
  const stored = await pictures.ofSeller(sellerId, ids);
  const resolved = given.map((picture): PictureInput => {
    const known = picture.source || picture.url ? undefined : stored.get(picture.id ?? "");
    return known ? { ...picture, source: known.source, dimensions: dimensionsOf(known) } : picture;
  });
  return { ...change, pictures: resolved };
}

const ofOurVariations = (variations: NonNullable<ItemChange["variations"]>, links: Links) =>
  variations.map((variation) =>
    variation.picture_ids
      ? { ...variation, picture_ids: variation.picture_ids.map((text) => sourceOf(text, links)) }
      : variation,
  );

function ofOurs({ source, url, ...picture }: PictureInput, links: Links): PictureInput {
  return {
    ...picture,
    ...(source !== undefined && { source: sourceOf(source, links) }),
    ...(url !== undefined && { url: sourceOf(url, links) }),
  };
}
