import type { Resource } from "../declare/declare.ts";
import { descriptionOf } from "../declare/wire.ts";

/** The self-description of a resource (specification: Conventions for all resources, OPTIONS). */
export function describeResource<Deps>(resource: Resource<Deps>) {
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
