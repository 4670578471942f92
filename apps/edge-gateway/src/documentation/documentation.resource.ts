import { bytes, jsonText, kit } from "@marketplace/conventions";
import { z } from "zod";
import { assetReply } from "./docs-assets.service.ts";
import { version } from "./pages/about.ts";
import { docsPage, docsPolicy, startScript } from "./pages/docs-page.ts";

/** An OpenAPI document that the page shows beside that of this API. */
export interface ShownDocument {
  /** A word for the page's address. */
  name: string;
  title: string;
  /** Where the document is. */
  path: string;
}

/** What the documentation is made of. */
export interface DocumentationDeps {
  /** Where clients reach the product, without a trailing slash. */
  baseUrl: string;
  /** The merged OpenAPI document, as JSON text. */
  openApi(): Promise<string>;
  documents: readonly ShownDocument[];
}

const { publicOperation, resource } = kit<DocumentationDeps>();

const OpenApi = z.looseObject({
  openapi: z.string().describe("Version of the OpenAPI specification"),
  info: z
    .looseObject({ title: z.string().describe("Title"), version: z.string().describe("Release") })
    .describe("Title and version"),
  servers: z
    .array(z.looseObject({ url: z.string().describe("Public address, without a trailing slash") }))
    .describe("Address of this product"),
  paths: z.looseObject({}).describe("Every path with its operations"),
  components: z.looseObject({}).describe("The shapes of requests and answers"),
});

const readDocument = publicOperation({
  id: "getOpenApi",
  method: "GET",
  path: "/openapi.json",
  summary: "Describes every resource of every service in OpenAPI 3.1",
  mask: "none",
  response: OpenApi,
  examples: {
    answer: {
      openapi: "3.1.0",
      info: { title: "Marketplace API", version },
      servers: [{ url: "http://127.0.0.1:8080" }],
      paths: {},
      components: {},
    },
  },
  handle: async (_input, deps) => jsonText(await deps.openApi()),
});

const readPage = publicOperation({
  id: "getDocs",
  method: "GET",
  path: "/docs",
  summary: "Shows the description as a page on which every operation can be tried",
  file: "text/html",
  handle: (_input, { baseUrl, documents }) =>
    bytes(docsPage(documents), "text/html; charset=utf-8", {
      headers: { "Content-Security-Policy": docsPolicy(baseUrl) },
    }),
});

const readScript = publicOperation({
  id: "getDocsScript",
  method: "GET",
  path: "/docs/swagger-ui.js",
  summary: "The page's script",
  file: "text/javascript",
  handle: ({ http: { req } }) => assetReply("script", req),
});

const readStyle = publicOperation({
  id: "getDocsStyle",
  method: "GET",
  path: "/docs/swagger-ui.css",
  summary: "The page's style",
  file: "text/css",
  handle: ({ http: { req } }) => assetReply("style", req),
});

const readStart = publicOperation({
  id: "getDocsStart",
  method: "GET",
  path: "/docs/start.js",
  summary: "What starts the page",
  file: "text/javascript",
  handle: () => bytes(startScript, "text/javascript; charset=utf-8"),
});

/** The documentation of everything, for programs and for people. */
export const documentation = resource({
  name: "Documentation",
  description: "The description of this API, generated from what is served",
  fields: OpenApi,
  operations: [readDocument, readPage, readScript, readStyle, readStart],
});
