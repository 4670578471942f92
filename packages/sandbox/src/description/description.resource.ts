import { json } from "@marketplace/conventions";
import { z } from "zod";
import { publicOperation, resource } from "../feature.ts";

const OpenApi = z.looseObject({
  openapi: z.string().describe("Version of the OpenAPI specification"),
  info: z
    .looseObject({ title: z.string().describe("Title"), version: z.string().describe("Release") })
    .describe("Title and version"),
  servers: z
    .array(z.looseObject({ url: z.string().describe("Address of this product") }))
    .describe("Where it is"),
  paths: z.looseObject({}).describe("Every path with its operations"),
  components: z.looseObject({}).describe("The shapes of requests and answers"),
});

const readDocument = publicOperation({
  id: "getSandboxOpenApi",
  method: "GET",
  path: "/_sandbox/openapi.json",
  summary: "Describes the sandbox lab in OpenAPI 3.1",
  mask: "none",
  response: OpenApi,
  handle: (_input, { openApi }) => json(openApi()),
});

/** The lab's own description, which is no part of the public one. */
export const description = resource({
  name: "Description",
  description: "The description of the sandbox lab, generated from what is served",
  fields: OpenApi,
  operations: [readDocument],
});
