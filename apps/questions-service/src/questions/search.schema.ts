import {
  idParam,
  integerParam,
  momentParam,
  pagingQuery,
  siteScopedId,
  wordParam,
} from "@marketplace/conventions";
import { z } from "zod";
import { questionShape } from "./questions.schema.ts";
import { questionStatuses } from "./questions.transitions.ts";

export const sortFields = ["item_id", "from_id", "date_created", "seller_id"] as const;
export type SortField = (typeof sortFields)[number];

const listOf = <Word extends string>(words: readonly Word[]) =>
  z
    .string()
    .transform((text) => text.split(",").map((word) => word.trim()))
    .pipe(z.array(wordParam(words)));

/** Filters and paging of a question search (spec: Endpoints, A; decisions 3.5). */
export const searchQuery = {
  item: siteScopedId("an item").optional().describe("Questions on this item"),
  item_id: siteScopedId("an item").optional().describe("The same as item"),
  seller_id: idParam().optional().describe("Questions received by this seller"),
  seller: idParam().optional().describe("The same as seller_id"),
  from: idParam().optional().describe("Questions asked by this user"),
  status: wordParam(questionStatuses).optional().describe("Only questions of this status"),
  "date_created.from": momentParam(false).optional().describe("Asked at or after this moment"),
  "date_created.to": momentParam(true).optional().describe("Asked at or before this moment"),
  totalDivisions: integerParam({ min: 1, max: 1_000 })
    .optional()
    .describe("Into how many parts parallel readers split"),
  division: integerParam({ min: 0, max: 999 }).optional().describe("Which part to read, from 0"),
  sort_fields: listOf(sortFields)
    .optional()
    .describe("Comma list of item_id, seller_id, from_id, date_created"),
  sort_types: listOf(["ASC", "DESC"])
    .optional()
    .describe("Comma list of ASC and DESC, paired with sort_fields"),
  search_type: wordParam(["scan"])
    .optional()
    .describe("scan reads on beyond the paging window, with scroll_id"),
  scroll_id: z.string().optional().describe("Where a scan stands"),
  api_version: z.string().max(20).optional().describe("4 gives the present structure"),
  ...pagingQuery,
};

/** The filters that a search applied. */
const AppliedFilters = z.object({
  limit: z.int().describe("Page size"),
  offset: z.int().describe("Matches asked to skip; a scan skips none"),
  api_version: z.string().describe("Structure of the questions"),
  is_admin: z.boolean().describe("Whether the caller is an operator"),
  sorts: z.array(z.enum(sortFields)).describe("Fields asked to sort by; a scan goes by id all the same"),
  caller: z.int().describe("User id of the caller"),
  item: z.string().optional().describe("Only questions on this item"),
  seller: z.int().optional().describe("Only questions received by this seller"),
  from: z.int().optional().describe("Only questions asked by this user"),
  status: z.enum(questionStatuses).optional().describe("Only questions of this status"),
  "date_created.from": z.string().optional().describe("Asked at or after this moment"),
  "date_created.to": z.string().optional().describe("Asked at or before this moment"),
  totalDivisions: z.int().optional().describe("Into how many parts parallel readers split"),
  division: z.int().optional().describe("Which part was read"),
});

const AvailableFilter = z.object({
  id: z.enum(["from", "seller", "totalDivisions", "division", "status"]).describe("Name of the parameter"),
  name: z.string().describe("Name to show"),
  type: z.enum(["number", "text"]).describe("Type of its value"),
  values: z.array(z.enum(questionStatuses)).optional().describe("The values it takes"),
});

export const QuestionSearch = z
  .object({
    total: z.int().describe("Number of matches"),
    limit: z.int().describe("Page size applied"),
    questions: z.array(questionShape.schema),
    filters: AppliedFilters,
    available_filters: z.array(AvailableFilter),
    available_sorts: z.array(z.enum(sortFields)),
    scroll_id: z.string().nullable().optional().describe("Next position of a scan; null at its end"),
  })
  .meta({ id: "QuestionSearch" });
