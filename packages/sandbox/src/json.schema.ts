import { z } from "zod";

type Any = z.ZodType<z.core.util.JSONType>;

const self: Any = z.lazy(() => Json);

/** Any JSON. zod's own has no name, so that OpenAPI would call its parts `__schema0`. */
export const Json: Any = z
  .union([z.string(), z.number(), z.boolean(), z.null(), z.array(self), z.record(z.string(), self)])
  .meta({ id: "Json" });

/** A field of any JSON. A description on the schema itself would be a second one of its name. */
export const jsonField = (description: string): Any => z.lazy(() => Json).describe(description);
