import { ErrorBody } from "@marketplace/conventions";
import { z } from "zod";
import { NewItemInput } from "./item-input.schema.ts";

/** A line of many new items. Unlike in a body of one, the seller counts. */
export const NewItemLine = NewItemInput.extend({
  seller_id: z.int().optional().describe("Seller; the caller when absent. Only operators may name another"),
}).meta({ id: "NewItemLine" });

/** The answer to one line of many new items. */
export const BulkItemResult = z
  .object({
    line: z.int().positive().describe("Number of the line, from 1; empty lines count, and have no result"),
    code: z.int().describe("201, or the status of the error"),
    id: z.string().optional().describe("Item id; with 201 only"),
    body: ErrorBody.optional().describe("Error of the line, as POST /items answers it"),
  })
  .meta({ id: "BulkItemResult" });
export type BulkItemResult = z.output<typeof BulkItemResult>;
