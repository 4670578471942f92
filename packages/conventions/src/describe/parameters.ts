import type { z } from "zod";
import type { Operation } from "../declare/declare.ts";
import { descriptionOf } from "../declare/wire.ts";
import { exampleParameter } from "./examples.ts";
import { jsonSchema, type Schema } from "./json-schema.ts";
import { markdown } from "./markdown.ts";

const declaredIn = ({ params, query, headers }: Operation<never>) => ({
  path: params,
  query,
  header: headers,
});

/** The parameters of an operation's path, query or headers, with the values that its example path has. */
export function parametersOf(
  operation: Operation<never>,
  place: "path" | "query" | "header",
  schemas: Record<string, Schema>,
): Schema[] {
  const shown = shownParameters(operation);
  return Object.entries(declaredIn(operation)[place] ?? {}).map(([name, field]) => {
    // A raw shape's members are zod schemas; the core type does not say so.
    const schema = field as z.ZodType;
    const required = place === "path" || !schema.safeParse(undefined).success;
    const text = shown[place].get(name);
    const described = jsonSchema(schema, "input", schemas);
    return {
      name,
      in: place,
      required,
      description: markdown(descriptionOf(schema) ?? ""),
      schema: described,
      ...(text !== undefined && { example: described.type === "integer" ? Number(text) : text }),
      ...(text === undefined && required && { example: exampleParameter(name, schema) }),
    };
  });
}

interface Shown {
  path: ReadonlyMap<string, string>;
  query: ReadonlyMap<string, string>;
  header: ReadonlyMap<string, string>;
}

/** The parameters of the operation's example path. */
function shownParameters({ path, example = "" }: Operation<never>): Shown {
  const [pathname = "", search = ""] = example.split("?");
  const values = pathname.split("/");
  const inPath = path.split("/").flatMap((part, index): [string, string][] => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    const value = values[index];
    return name === undefined || value === undefined ? [] : [[name, decodeURIComponent(value)]];
  });
  return { path: new Map(inPath), query: new Map(new URLSearchParams(search)), header: new Map() };
}
