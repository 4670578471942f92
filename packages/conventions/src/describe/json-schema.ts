import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { documentedShape } from "../declare/wire.ts";
import { markdown } from "./markdown.ts";

/** A JSON Schema, or any other object of an OpenAPI document. */
export type Schema = Record<string, unknown>;

/** zod to JSON Schema 2020-12; schemas with an id become components. */
export function jsonSchema(
  schema: z.ZodType,
  io: "input" | "output",
  schemas: Record<string, Schema>,
): Schema {
  const {
    $schema: _,
    $defs,
    ...converted
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema: target }) => {
      // zod leaves the default out of what it parses from text.
      if (zodSchema instanceof z.ZodDefault) target.default = zodSchema.def.defaultValue;
      if (target.description !== undefined) target.description = markdown(target.description);
      const shape = documentedShape(zodSchema);
      if (!shape) return;
      delete target.pattern;
      Object.assign(target, shape);
    },
  }) as Schema & { $defs?: Record<string, Schema> };
  for (const [id, definition] of Object.entries($defs ?? {})) {
    const { id: _, ...described } = withComponentRefs(definition);
    addComponent(schemas, id, described);
  }
  const { id, ...inline } = withComponentRefs(converted);
  if (typeof id !== "string") return inline;
  addComponent(schemas, id, inline);
  return { $ref: `#/components/schemas/${id}` };
}

/** One name, one schema: a body and an answer that differ need two ids. */
function addComponent(schemas: Record<string, Schema>, id: string, schema: Schema): void {
  const present = schemas[id];
  if (present && !isDeepStrictEqual(present, schema))
    throw new Error(`two different schemas have the id ${id} in the OpenAPI document`);
  schemas[id] = schema;
}

/** zod points at `#/$defs/X`; in the document the definitions live under components. */
const withComponentRefs = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Schema;
