import { z } from "zod";
import { loadDocumentation } from "../documentation.ts";
import { tool } from "../tool.ts";
import { said, ToolRefused } from "../tool-result.ts";

export const documentationTools = [
  tool({
    name: "search_documentation",
    title: "Search the documentation",
    description:
      "Full-text search in the guides of this marketplace: starting, sandbox, deployment, security, errors. For endpoints use search_operations.",
    kind: "reads",
    input: z.object({
      query: z.string().min(1).max(200).describe("Words to look for"),
      limit: z.int().min(1).max(20).default(5).describe("Sections to answer at most"),
    }),
    async run({ query, limit }) {
      const documentation = await loadDocumentation();
      return said({ results: documentation.search(query, limit), pages: documentation.names });
    },
  }),
  tool({
    name: "get_documentation_page",
    title: "Read a page of the documentation",
    description: "The whole of a page that search_documentation names, as Markdown.",
    kind: "reads",
    input: z.object({ page: z.string().max(200).describe("Its name, such as sandbox") }),
    async run({ page }) {
      const documentation = await loadDocumentation();
      const found = documentation.page(page);
      if (!found)
        throw new ToolRefused(`There is no page ${page}: there are ${documentation.names.join(", ")}`);
      return said(found.text);
    },
  }),
];
