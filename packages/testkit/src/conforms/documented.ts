import { expect, it } from "vitest";
import type { AnyOperation, Subject } from "./subject.ts";

/** What OpenAPI says of an operation, as far as its examples go. */
interface Described {
  parameters: { name: string; in: string; example?: unknown }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
}

/** Tests that the documentation shows a request and an answer that the declared schemas accept. */
export function testDocumentation({ fragment }: Subject, operation: AnyOperation): void {
  it("has examples of its request and of its answer in the documentation, which fit", () => {
    const { body, upload, response, file, status = 200 } = operation;
    // The kit made the fragment of this operation.
    const described = fragment.paths[operation.path]?.[operation.method.toLowerCase()] as Described;
    const unshown = described.parameters.filter(
      ({ in: place, example }) => place === "path" && example === undefined,
    );
    expect(unshown).toEqual([]);
    if (body && upload !== "multipart/form-data") {
      const [content] = Object.values(described.requestBody?.content ?? {});
      expect(body.safeParse(content?.example)).toMatchObject({ success: true });
    }
    if (!response || file !== undefined) return;
    const content = described.responses[status]?.content?.["application/json"];
    expect(response.safeParse(content?.example)).toMatchObject({ success: true });
  });
}
