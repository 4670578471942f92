import type { Operation, Resource } from "../declare/declare.ts";
import { errorsOf } from "./errors.ts";
import { exampleAnswer, exampleBody } from "./examples.ts";
import { jsonSchema, type Schema } from "./json-schema.ts";
import { parametersOf } from "./parameters.ts";

export function describeOperation(
  operation: Operation<never>,
  resource: Resource<never>,
  schemas: Record<string, Schema>,
): Schema {
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [resource.name],
    security: securityOf(operation),
    parameters: [
      ...parametersOf(operation, "path", schemas),
      ...parametersOf(operation, "query", schemas),
      ...parametersOf(operation, "header", schemas),
      ...(operation.creates ? [idempotencyKey] : []),
    ],
    ...requestBodyOf(operation, schemas),
    responses: { ...successOf(operation, schemas), ...othersOf(operation), ...errorsOf(operation, resource) },
  };
}

/** A token that may also be a form field is optional as far as headers go. */
function securityOf({ access, formTokenScope }: Operation<never>): Record<string, string[]>[] {
  if (access !== "public") return [{ accessToken: [access] }];
  return formTokenScope === undefined ? [] : [{ accessToken: [formTokenScope] }, {}];
}

const idempotencyKey: Schema = {
  name: "Idempotency-Key",
  in: "header",
  description: "Makes a repetition of this request answer what the first one answered, for 24 hours",
  schema: { type: "string", maxLength: 255 },
};

function requestBodyOf(
  { body, upload, orForm, examples }: Operation<never>,
  schemas: Record<string, Schema>,
): Schema {
  if (!body && !upload) return {};
  const required = !body?.safeParse(undefined).success;
  const schema = body ? jsonSchema(body, "input", schemas) : {};
  // A form with files has no example: it is filled in field by field.
  const example =
    examples?.body ?? (body && upload !== "multipart/form-data" ? exampleBody(body) : undefined);
  const content = {
    schema: upload ? withFieldExamples(schema, schemas, example) : schema,
    ...(example !== undefined && { example }),
  };
  const form = orForm && { "multipart/form-data": { schema: jsonSchema(orForm, "input", schemas) } };
  return { requestBody: { required, content: { [upload ?? "application/json"]: content, ...form } } };
}

/**
 * The schema of a form with an example for each text field, empty where the form's example has none: the
 * interactive page fills in forms by field, with the word "string" where it knows nothing.
 */
function withFieldExamples(schema: Schema, schemas: Record<string, Schema>, example: unknown): Schema {
  const [, id = ""] = /^#\/components\/schemas\/(.*)$/.exec(String(schema.$ref)) ?? [];
  const form = schemas[id] ?? schema;
  if (!form.properties) return schema;
  const known = new Map(Object.entries(example ?? {}));
  // What jsonSchema gives for an object.
  const fields = Object.entries(form.properties as Record<string, Schema>).map(([name, field]) => {
    const isText = field.type === "string" && !field.enum;
    const examples = known.has(name) ? [known.get(name)] : [""];
    return [name, isText || known.has(name) ? { ...field, examples } : field] as const;
  });
  return { ...form, properties: Object.fromEntries(fields) };
}

function successOf(
  { status = 200, response, file, examples }: Operation<never>,
  schemas: Record<string, Schema>,
): Schema {
  if (file) {
    const schema = response ? jsonSchema(response, "output", schemas) : { type: "string", format: "binary" };
    const description = response ? "One of these per line" : "The file";
    const content = Object.fromEntries([file].flat().map((type) => [type, { schema }]));
    return { [status]: { description, content } };
  }
  if (!response) return { [status]: { description: status === 204 ? "Done, without a body" : "Success" } };
  const schema = jsonSchema(response, "output", schemas);
  const example = examples?.answer ?? exampleAnswer(response);
  return { [status]: { description: "Success", content: { "application/json": { schema, example } } } };
}

const othersOf = ({ otherAnswers = {} }: Operation<never>): Schema =>
  Object.fromEntries(Object.entries(otherAnswers).map(([status, description]) => [status, { description }]));
