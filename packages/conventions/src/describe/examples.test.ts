import { describe, expect, it } from "vitest";
import { z } from "zod";
import { kit } from "../declare/declare.ts";
import { integerParam, wireId, wordParam } from "../declare/wire.ts";
import { notes } from "../example/notes.ts";
import { exampleAnswer, exampleBody } from "./examples.ts";
import { markdown } from "./markdown.ts";
import { openApiDocument, openApiFragment } from "./openapi.ts";

describe("an example made from a schema", () => {
  it("is accepted by the schema, whatever the schema is made of", () => {
    const schema = z.object({
      id: wireId(),
      kind: z.enum(["a", "b"]),
      flag: z.boolean(),
      nothing: z.null(),
      maybe: z.string().nullable().optional(),
      size: z.int().min(5).max(5).default(5),
      point: z.tuple([z.number(), z.number()]),
      rest: z.record(z.string(), z.int()),
      either: z.union([z.object({ x: z.iso.datetime() }), z.string()]),
      list: z.array(z.object({ day: z.iso.date(), page: z.url() })),
      word: wordParam(["new", "old"]),
      digits: integerParam(),
      later: z.lazy(() => z.uuid()),
      prefilled: z.strictObject({ minutes: z.int().default(0) }).prefault({}),
    });
    expect(schema.safeParse(exampleAnswer(schema))).toMatchObject({ success: true });
  });

  it("shows a field by the value that is known for its name, where the schema accepts that", () => {
    const Site = z.object({ site_id: z.string(), price: z.string().regex(/^\d+$/) });
    expect(exampleAnswer(Site)).toEqual({ site_id: "MLA", price: "189999" });
    const Strange = z.object({ site_id: z.int() });
    expect(exampleAnswer(Strange)).toEqual({ site_id: 1 });
  });

  it("tells apart ids by the object that they belong to", () => {
    const Question = z.object({ id: wireId() }).meta({ id: "Question" });
    const holder = z.object({ question: Question.describe("Asked"), country: z.object({ id: z.string() }) });
    expect(exampleAnswer(holder)).toEqual({ question: { id: 5100003002 }, country: { id: "AR" } });
  });

  it("is the declared one before any other", () => {
    const named = z.object({ site_id: z.string().meta({ examples: ["MLU"] }) });
    expect(exampleAnswer(named)).toEqual({ site_id: "MLU" });
  });

  it("shows in a body the fields that it needs, in an answer all", () => {
    const schema = z.object({
      text: z.string(),
      tags: z.array(z.string()).default([]),
      code: z.int().optional(),
    });
    expect(Object.keys(exampleBody(schema) as object)).toEqual(["text"]);
    expect(Object.keys(exampleAnswer(schema) as object)).toEqual(["text", "tags", "code"]);
    expect(Object.keys(exampleBody(schema.partial()) as object)).toEqual(["text", "tags", "code"]);
  });

  it("shows a recursive object once", () => {
    const Tree = z.object({
      name: z.string(),
      get children() {
        return z.array(Tree);
      },
    });
    expect(exampleAnswer(Tree)).toEqual({ name: expect.any(String), children: [] });
  });
});

interface Described {
  parameters: { name: string; example?: unknown }[];
  requestBody: { content: Record<string, { example: unknown; schema: { properties?: object } }> };
  responses: Record<string, { description: string; content: Record<string, { example: unknown }> }>;
}

// The form of the document is what these tests are about.
const pathsOf = (...resources: Parameters<typeof openApiFragment>[0]) =>
  (
    openApiDocument([openApiFragment(resources)], { version: "1", baseUrl: "http://x" }) as {
      paths: Record<string, Record<string, Described>>;
    }
  ).paths;

const { operation, resource } = kit<undefined>();

describe("the examples of an operation", () => {
  it("are a request, its answer, and one error of each status", () => {
    const create = pathsOf(notes)["/notes"]?.post;
    expect(create?.requestBody.content["application/json"]?.example).toEqual({ text: expect.any(String) });
    expect(create?.responses["201"]?.content["application/json"]?.example).toMatchObject({
      tags: [expect.any(String)],
    });
    expect(create?.responses["401"]?.content["application/json"]?.example).toEqual({
      message: "invalid access token",
      error: "invalid_token",
      status: 401,
      cause: [],
    });
  });

  it("take the parameters from the example path, and leave out those it does not have", () => {
    const query = { limit: integerParam().optional(), tag: z.string().optional() };
    const params = { id: z.string() };
    const spec = { id: "r", method: "GET", path: "/r/{id}", summary: "s", params, query } as const;
    const read = operation({ ...spec, example: "/r/a%20b?limit=3", handle: () => 1 });
    const all = resource({ name: "R", description: "d", fields: z.object({}), operations: [read] });
    expect(pathsOf(all)["/r/{id}"]?.get?.parameters).toEqual([
      expect.objectContaining({ name: "id", example: "a b" }),
      expect.objectContaining({ name: "limit", example: 3 }),
      expect.not.objectContaining({ example: expect.anything() }),
    ]);
  });

  it("are those that the operation declares", () => {
    const examples = { body: { n: 7 }, answer: ["seven"] };
    const spec = { id: "r", method: "POST", path: "/r", summary: "s", examples } as const;
    const declared = operation({
      ...spec,
      body: z.object({ n: z.int() }),
      response: z.array(z.string()),
      handle: () => 1,
    });
    const all = resource({ name: "R", description: "d", fields: z.object({}), operations: [declared] });
    const described = pathsOf(all)["/r"]?.post;
    expect(described?.requestBody.content["application/json"]?.example).toEqual(examples.body);
    expect(described?.responses["200"]?.content["application/json"]?.example).toEqual(examples.answer);
  });

  it("of a field that ignores what does not fit are values that fit", () => {
    const body = z.object({ stop_time: z.string().optional().catch(undefined), gone: z.null().catch(null) });
    const spec = { id: "c", method: "POST", path: "/c", summary: "s", body } as const;
    const sent = operation({ ...spec, handle: () => 1 });
    const all = resource({ name: "R", description: "d", fields: z.object({}), operations: [sent] });
    const content = pathsOf(all)["/c"]?.post?.requestBody.content["application/json"];
    expect(content?.example).toEqual({ stop_time: expect.any(String), gone: null });
  });

  it("fill in a form field by field; the file of an upload is offered as a file", () => {
    const form = z.object({ file: z.array(z.file()), note: z.string().optional() }).meta({ id: "Form" });
    const spec = { id: "u", method: "POST", path: "/u", summary: "s", body: form } as const;
    const upload = operation({ ...spec, upload: "multipart/form-data", handle: () => 1 });
    const all = resource({ name: "R", description: "d", fields: z.object({}), operations: [upload] });
    const content = pathsOf(all)["/u"]?.post?.requestBody.content["multipart/form-data"];
    expect(content).not.toHaveProperty("example");
    expect(content?.schema.properties).toMatchObject({
      file: { type: "array", items: { type: "string", format: "binary" } },
      note: { type: "string", examples: [""] },
    });
  });
});

describe("a description", () => {
  it("keeps its angle brackets, which CommonMark would take for HTML", () => {
    expect(markdown("Note not found: <id>, `GET /<id>`, 1 \\< 2")).toBe(
      "Note not found: \\<id>, `GET /<id>`, 1 \\< 2",
    );
    const read = operation({
      id: "r",
      method: "GET",
      path: "/r",
      summary: "s",
      query: { q: z.string().optional().describe("a <b> c") },
      response: z.object({ x: z.string().describe("d <e>").optional() }),
      handle: () => 1,
    });
    const all = resource({ name: "R", description: "f <g>", fields: z.object({}), operations: [read] });
    const fragment = JSON.stringify(openApiFragment([all]));
    expect(fragment).not.toMatch(/(?<!\\)</);
    for (const text of ["a \\\\<b> c", "d \\\\<e>", "f \\\\<g>"]) expect(fragment).toContain(text);
  });
});
