import type { Resource } from "../declare/declare.ts";
import { descriptionOf } from "../declare/wire.ts";

/** The self-description of a resource (specification: Conventions for all resources, OPTIONS). */
export interface ResourceDescription {
  name: string;
  description: string;
  attributes: Record<string, string>;
  methods: { method: string; example: string; description: string }[];
  related_resources: string[];
  connections: Record<string, string>;
}

/** Describes a resource from its declaration: nothing here is written a second time. */
export function describeResource<Deps>(resource: Resource<Deps>): ResourceDescription {
  const attributes = Object.entries(resource.fields.shape).map(
    ([name, field]) => [name, descriptionOf(field) ?? name] as const,
  );
  return {
    name: resource.name,
    description: resource.description,
    attributes: Object.fromEntries(attributes),
    methods: resource.operations.map(({ method, example, path, summary }) => ({
      method,
      example: example ?? path,
      description: summary,
    })),
    related_resources: [...resource.related],
    connections: { ...resource.connections },
  };
}
