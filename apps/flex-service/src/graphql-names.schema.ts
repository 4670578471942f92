import { z } from "zod";

/** The names that schemas have as types of GraphQL. OpenAPI does not show them. */
export const graphqlNames = z.registry<{ name: string }>();

/** An object of an answer that GraphQL knows by a name. */
export const namedObject = <Shape extends z.ZodRawShape>(name: string, shape: Shape) =>
  z.strictObject(shape).register(graphqlNames, { name });

/** A 64-bit integer: GraphQL's own Int has 32 bits. */
export const long = () => z.int().register(graphqlNames, { name: "Long" });
