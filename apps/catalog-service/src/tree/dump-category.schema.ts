import { z } from "zod";

const name = z.object({ id: z.string(), name: z.string().min(1) });

/** A category as a tree file has it; what a file may leave out has the value of a plain category. */
export const DumpCategory = z.looseObject({
  id: z.string(),
  name: z.string().min(1),
  picture: z.string().nullish(),
  permalink: z.string().nullish(),
  path_from_root: z.array(name).min(1),
  children_categories: z.array(z.looseObject({ id: z.string() })).default([]),
  attribute_types: z.string().nullish(),
  settings: z.looseObject({
    catalog_domain: z.string().nullish(),
    shipping_modes: z.array(z.string()).nullish(),
  }),
  meta_categ_id: z.string().nullish(),
  attributable: z.boolean().nullish(),
  date_created: z.iso.datetime({ offset: true }).nullish(),
  attributes: z
    .array(
      z.looseObject({
        id: z.string().min(1),
        name: z.string(),
        value_type: z.string().default("string"),
        values: z.array(z.looseObject({ id: z.string(), name: z.string() })).optional(),
        tags: z.unknown().optional(),
      }),
    )
    .optional(),
});
export type DumpCategory = z.output<typeof DumpCategory>;
