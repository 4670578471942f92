import { drawings } from "../demo/drawings.ts";
import type { Deps } from "../deps.ts";
import type { NewItem, PictureRef } from "../items/items.schema.ts";
import { dimensionsOf } from "../pictures/stored-pictures.service.ts";
import { storeImage } from "../pictures/uploaded-pictures.service.ts";

/** Uploads the demo's pictures, which all its items share, as one of its sellers would. */
export async function uploadPictures(
  seller: { id: number; site_id: string },
  at: Date,
  deps: Deps,
): Promise<PictureRef[]> {
  const { default: sharp } = await import("sharp");
  const uploaded: PictureRef[] = [];
  for (const drawing of drawings) {
    const bytes = await sharp(Buffer.from(drawing)).jpeg().toBuffer();
    const owner = { sellerId: seller.id, siteId: seller.site_id, at };
    const picture = await deps.pictures.addFile(await storeImage(bytes, deps), owner);
    uploaded.push({ id: picture.id, url: picture.source, size: dimensionsOf(picture) });
  }
  return uploaded;
}

/** The items with as many uploaded pictures as they name elsewhere. */
export const withPictures = (items: readonly NewItem[], uploaded: readonly PictureRef[]): NewItem[] =>
  items.map((item, place) => ({
    ...item,
    pictures: item.pictures.map(
      (picture, index) => uploaded[(place * 5 + index) % uploaded.length] ?? picture,
    ),
  }));
