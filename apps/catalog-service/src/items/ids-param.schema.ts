import { z } from "zod";

/** Items of one request (decisions 7.3). */
export const maxIds = 20;

/** `ids=MLA1,MLA2`: 1 to 20 ids. Blanks around them are ignored, and a repeated id is answered repeatedly. */
export const idsParam = z
  .string()
  .transform((text) =>
    text
      .split(",")
      .map((id) => id.trim())
      .filter((id) => id !== ""),
  )
  .refine(
    (ids) => ids.length > 0 && ids.length <= maxIds,
    `must name 1 to ${maxIds} items, separated by commas`,
  )
  .describe("Item ids, separated by commas, at most 20");
