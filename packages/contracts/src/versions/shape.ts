import { z } from "zod";
import type { Call, Contract } from "../contract.ts";

/** A JSON Schema, as zod writes it. */
export type Schema = z.core.JSONSchema.BaseSchema;

/** A call as it travels: what a caller sends, what the service answers. */
export interface CallShape {
  readonly kind: Call["kind"];
  readonly input: Schema;
  readonly output: Schema;
}

/** A contract as it travels: what a committed snapshot holds. */
export type ContractShape = Readonly<Record<string, CallShape>>;

export function shapeOf(contract: Contract): ContractShape {
  const calls = Object.entries(contract).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(
    calls.map(([name, { kind, input, output }]) => [
      name,
      { kind, input: readerSchema(input), output: writerSchema(output) },
    ]),
  );
}

/** What passes this schema: the side that reads a value. */
export const readerSchema = (type: z.ZodType): Schema => schemaOf(type, "input");

/** What this schema lets out: the side that writes a value. */
export const writerSchema = (type: z.ZodType): Schema => schemaOf(type, "output");

function schemaOf(type: z.ZodType, io: "input" | "output"): Schema {
  const { $schema, ...schema } = z.toJSONSchema(type, {
    io,
    // A type that zod cannot describe stands for any value and is not checked.
    unrepresentable: "any",
    override({ jsonSchema }) {
      // Readers ignore what they do not know, so that nothing follows from a writer that adds nothing.
      if (io === "output" && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
    },
  });
  return schema;
}
