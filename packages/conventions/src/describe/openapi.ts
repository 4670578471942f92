import type { Resource } from "../declare/declare.ts";
import { errorSchemas } from "./errors.ts";
import type { Schema } from "./json-schema.ts";
import { markdown } from "./markdown.ts";
import { describeOperation } from "./operation.ts";

/** A part of an OpenAPI 3.1 document: what one service contributes to the merged one. */
export interface OpenApiFragment {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, unknown>>;
  schemas: Record<string, Schema>;
}

export function openApiFragment(resources: readonly Resource<never>[]): OpenApiFragment {
  const fragment: OpenApiFragment = { tags: [], paths: {}, schemas: errorSchemas() };
  for (const resource of resources) {
    fragment.tags.push({ name: resource.name, description: markdown(resource.description) });
    for (const operation of resource.operations) {
      const described = {
        [operation.method.toLowerCase()]: describeOperation(operation, resource, fragment.schemas),
      };
      fragment.paths[operation.path] = { ...fragment.paths[operation.path], ...described };
    }
  }
  return fragment;
}

interface DocumentInfo {
  title?: string;
  version: string;
  /** CommonMark. */
  description?: string;
  /** Where clients reach the product. */
  baseUrl: string;
}

const license = { name: "Apache-2.0", identifier: "Apache-2.0" };

export function openApiDocument(
  fragments: readonly OpenApiFragment[],
  { baseUrl, ...info }: DocumentInfo,
): Schema {
  return {
    openapi: "3.1.0",
    info: { title: "Marketplace API", ...info, license },
    servers: [{ url: baseUrl }],
    security: [{ accessToken: [] }],
    tags: fragments.flatMap(({ tags }) => tags),
    paths: Object.assign({}, ...fragments.map(({ paths }) => paths)),
    components: {
      securitySchemes: { accessToken: { type: "http", scheme: "bearer" } },
      schemas: Object.assign({}, ...fragments.map(({ schemas }) => schemas)),
    },
  };
}
