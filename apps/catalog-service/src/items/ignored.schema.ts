import type { z } from "zod";

/** A field that only the service writes: what is no value of it counts as left out. */
export const ignored = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);
