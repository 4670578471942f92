import type { Clock } from "@marketplace/server";
import type { ItemChange, PictureInput } from "../items/item-input.schema.ts";
import type { PictureRef } from "../items/items.schema.ts";
import { isAddress } from "../variations/variations.rules.ts";
import { fileIds, type Links, sourceOf } from "./picture-links.rules.ts";
import type { PicturesRepo, StoredPicture } from "./pictures.repo.ts";

interface Stored {
  pictures: Pick<PicturesRepo, "ofSeller" | "need">;
  links: Links;
  clock: Clock;
}

/** Whose change it is, and the pictures of the item before it. */
interface Owner {
  sellerId: number;
  present?: readonly PictureRef[];
}

/** Width x height, where they are known. */
export const dimensionsOf = ({ file }: StoredPicture): string => (file ? `${file.width}x${file.height}` : "");

/**
 * The change with the sources of those pictures that it names by the id alone, where they are pictures of the
 * seller. Other ids are left for the item, which may have them. Addresses of ours become sources. Files that
 * the change names, and those that it may remove, stay for their grace period.
 */
export async function withStoredPictures<T extends Pick<ItemChange, "pictures" | "variations">>(
  sent: T,
  { sellerId, present = [] }: Owner,
  { pictures, links, clock }: Stored,
): Promise<T> {
  const change = { ...sent, ...(sent.variations && { variations: ofOurVariations(sent.variations, links) }) };
  const given = (change.pictures ?? []).map((picture) => ofOurs(picture, links));
  const ids = given.flatMap(({ id, source, url }) => (id && !source && !url ? [id] : []));
  const named = [
    ...given.flatMap(({ source, url }) => source ?? url ?? []),
    ...(change.variations ?? []).flatMap(({ picture_ids = [] }) => picture_ids),
    ...(change.pictures ? present.map(({ url }) => url) : []),
  ];
  // Before they are read: then none of those that are found is about to be removed.
  await pictures.need([...ids, ...fileIds(named)], clock.now());
  if (!change.pictures) return change;
  const stored = await pictures.ofSeller(sellerId, ids);
  const sources = new Map([...stored].map(([id, { source }]) => [id, sourceOf(source, links)]));
  // A picture by its address may be that of an uploaded one, whose file is needed then.
  await pictures.need(
    fileIds([...sources.values()]).filter((id) => !stored.has(id)),
    clock.now(),
  );
  const own = new Set(present.map(({ id }) => id));
  const resolved = given.map((picture): PictureInput => {
    const { id = "", source, url } = picture;
    // The item's own picture stays as it is there: its seller may have given it another address.
    const known = source || url || own.has(id) ? undefined : stored.get(id);
    return known ? { ...picture, source: sources.get(known.id), dimensions: dimensionsOf(known) } : picture;
  });
  return { ...change, pictures: resolved };
}

const ofOurVariations = (variations: NonNullable<ItemChange["variations"]>, links: Links) =>
  variations.map((variation) =>
    variation.picture_ids
      ? { ...variation, picture_ids: variation.picture_ids.map((text) => ofAddress(text, links)) }
      : variation,
  );

const ofAddress = (text: string, links: Links): string => (isAddress(text) ? sourceOf(text, links) : text);

function ofOurs({ source, url, ...picture }: PictureInput, links: Links): PictureInput {
  return {
    ...picture,
    ...(source !== undefined && { source: sourceOf(source, links) }),
    ...(url !== undefined && { url: sourceOf(url, links) }),
  };
}
