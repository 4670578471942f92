/** The parts of a JSON Schema that the generators use. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  schema: Schema;
}

type Content = Record<string, { schema: Schema }>;

export interface Operation {
  /** In upper case. */
  method: string;
  path: string;
  operationId: string;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

/** The parts of `GET /openapi.json` that are used here. */
export interface Document {
  security: Record<string, string[]>[];
  paths: Record<string, Record<string, Partial<Operation>>>;
  components: { schemas: Record<string, Schema> };
}

/** Every operation of a document. */
export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      operationId: "",
      parameters: [],
      responses: {},
      security: document.security,
      ...described,
      path,
      method: method.toUpperCase(),
    })),
  );
}

/** Resolves a `$ref`. */
export function resolved(document: Document, schema: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : resolved(document, document.components.schemas[name] ?? {});
}
