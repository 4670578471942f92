import { z } from "zod";
import { Address } from "../items/item-input.schema.ts";

const text = () => z.string();

const PictureSize = z
  .object({
    size: text().describe("Width x height; empty where the picture stays elsewhere"),
    url: text().describe("Address"),
    secure_url: text().describe("Address over https; of an uploaded picture the same as url"),
  })
  .meta({ id: "PictureSize" });

export const PictureWire = z
  .object({
    id: text().describe("Picture id"),
    variations: z.array(PictureSize).describe("Its sizes: all are the original"),
    max_size: text().describe("Width x height of the original; empty likewise"),
  })
  .meta({ id: "StoredPicture" });
export type PictureWire = z.output<typeof PictureWire>;

export const NewPicture = z
  .strictObject({ source: Address.describe("Address of the picture, which stays where it is") })
  .meta({ id: "NewPicture" });

export const PictureForm = z
  .object({ file: z.file().describe("A JPG or a PNG, at most 10 MB and 10 000 pixels on a side") })
  .meta({ id: "PictureForm" });

export const PictureOfItem = z
  .strictObject({
    id: text().min(1).max(100).optional().describe("A picture of the caller's"),
    source: Address.optional().describe("Address of a new picture"),
  })
  .refine(({ id, source }) => (id === undefined) !== (source === undefined), "needs an id or a source")
  .meta({ id: "PictureOfItem" });
export type PictureOfItem = z.output<typeof PictureOfItem>;

export const PictureError = z
  .object({ code: text().describe("Code"), message: text().describe("What is wrong") })
  .meta({ id: "PictureError" });
