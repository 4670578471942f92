import type { Caller } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import type { Item } from "../items/items.schema.ts";
import { pictureWire } from "../items/items.service.ts";
import { renamingReferences } from "../items/own-references.service.ts";
import { updateItem } from "../items/write-items.service.ts";
import { problems } from "../problems.ts";
import { pictureSizes, pictureUrl, secureUrl, sourceOf } from "./picture-links.rules.ts";
import type { StoredPicture } from "./pictures.repo.ts";
import type { PictureOfItem, PictureWire } from "./pictures.schema.ts";
import { dimensionsOf } from "./stored-pictures.service.ts";

/** A picture with the addresses of its sizes. */
export function storedPictureWire(picture: StoredPicture, { links }: Pick<Deps, "links">): PictureWire {
  const size = dimensionsOf(picture);
  const urls = pictureSizes.map((each) => pictureUrl(picture.source, links, each));
  const variations = urls.map((url) => ({ size, url, secure_url: secureUrl(url, links) }));
  return { id: picture.id, variations, max_size: size };
}

/** The picture as this reader has it; 404 without one. */
export async function findPicture(
  id: string,
  { pictures }: Pick<Deps, "pictures">,
  reader?: Caller,
): Promise<StoredPicture> {
  const picture = await pictures.find(id, reader?.userId);
  if (!picture) throw problems.picture_not_found({ id });
  return picture;
}

/** Keeps a picture of the caller's by its address. */
export const addPicture = (
  source: string,
  { userId, siteId }: Caller,
  { pictures, links, clock }: Pick<Deps, "pictures" | "links" | "clock">,
): Promise<StoredPicture> =>
  pictures.add(sourceOf(source, links), { sellerId: userId, siteId, at: clock.now() });

interface Adding {
  id: string;
  picture: PictureOfItem;
  caller: Caller;
}

/** Adds a picture as the last one of an item; one that it has already becomes the last one. */
export async function addItemPicture({ id, picture, caller }: Adding, deps: Deps) {
  const change = ({ pictures }: Item) => ({
    pictures: [
      ...pictures.filter((each) => each.id !== picture.id).map((each) => ({ id: each.id })),
      picture,
    ],
  });
  const item = await renamingReferences(toPictureReference, () =>
    updateItem({ id, caller, change, expect: () => {} }, deps),
  );
  const last = item.pictures.at(-1);
  if (!last) throw new Error("the item has the picture that was added");
  return pictureWire(last, deps.links);
}

/** References of an item's body become those of a picture's. */
const toPictureReference = (reference: string): string =>
  reference.replace(/^body\.pictures(\[\d+\])?/, "body.id");
