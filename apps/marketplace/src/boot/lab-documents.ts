/** The lab's document, which `/docs` shows beside the public one. */
export const labDocuments = [
  { name: "sandbox", title: "Sandbox lab", path: "/_sandbox/openapi.json" },
] as const;
