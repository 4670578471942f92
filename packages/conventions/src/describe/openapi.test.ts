import { describe, expect, it } from "vitest";
import { z } from "zod";
import { kit } from "../declare/declare.ts";
import { pagingQuery } from "../declare/paging.ts";
import { headerSwitch, wordParam } from "../declare/wire.ts";
import { notes } from "../example/notes.ts";
import { openApiDocument, openApiFragment } from "./openapi.ts";
import { describeResource } from "./options.ts";

interface Described {
  operationId: string;
  security: unknown[];
  parameters: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: { required: boolean; content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, unknown> };
}

// The form of the document is what these tests are about.
const documentOf = (...resources: Parameters<typeof openApiFragment>[0]) =>
  openApiDocument([openApiFragment(resources)], { version: "1", baseUrl: "http://x" }) as unknown as Document;
const { operation, publicOperation, resource } = kit<undefined>();
const of = (...operations: ReturnType<typeof operation>[]) =>
  resource({ name: "R", description: "d", fields: z.object({}), operations });

const document = documentOf(notes);
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, described]) => ({ path, method, described })),
);
const refsOf = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = ""]) => ref);

describe("the OpenAPI document", () => {
  it("has every operation under its path, with an id of its own", () => {
    expect(document.openapi).toBe("3.1.0");
    const declared = notes.operations.map(({ id, path, method }) => [path, method.toLowerCase(), id]);
    const described = operations.map(({ path, method, described: { operationId } }) => [
      path,
      method,
      operationId,
    ]);
    expect(described.toSorted()).toEqual(declared.toSorted());
    expect(new Set(described.map(([, , id]) => id)).size).toBe(described.length);
  });

  it("resolves each of its references and leaves no zod ids or $defs behind", () => {
    const refs = refsOf(document);
    expect(refs.length).toBeGreaterThan(0);
    const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    for (const ref of refs) expect(known).toContain(ref);
    expect(JSON.stringify(document)).not.toMatch(/"\$defs"|"\$schema"/);
    for (const schema of Object.values(document.components.schemas)) expect(schema).not.toHaveProperty("id");
  });

  it("declares every placeholder of a path as a required path parameter, and no other", () => {
    for (const { path, described } of operations) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const inPath = described.parameters.filter((parameter) => parameter.in === "path");
      expect(inPath.map(({ name }) => name)).toEqual(names);
      for (const { required } of inPath) expect(required).toBe(true);
      const keys = described.parameters.map(({ name, in: place }) => `${place} ${name}`);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it("tells the scope an operation needs, and that a public one needs none", () => {
    expect(document.paths["/notes"]?.post?.security).toEqual([{ accessToken: ["write"] }]);
    expect(document.paths["/notes/{id}"]?.get?.security).toEqual([{ accessToken: ["read"] }]);
    expect(document.paths["/notes/{id}/print"]?.get?.security).toEqual([]);
  });

  it("tells that a token may come as a form field instead of a header", () => {
    const upload = publicOperation({
      id: "upload",
      method: "POST",
      path: "/r",
      summary: "s",
      upload: "multipart/form-data",
      formTokenScope: "write",
      response: z.object({}),
      handle: () => ({}),
    });
    const described = documentOf(of(upload)).paths["/r"]?.post;
    expect(described?.security).toEqual([{ accessToken: ["write"] }, {}]);
    for (const status of ["400", "401", "403", "413"]) expect(described?.responses).toHaveProperty(status);
  });

  it("describes bodies, answers, files and empty answers", () => {
    const create = document.paths["/notes"]?.post;
    expect(create?.requestBody).toMatchObject({
      required: true,
      content: { "application/json": { schema: { $ref: "#/components/schemas/NoteBody" } } },
    });
    expect(create?.responses["201"]?.content).toMatchObject({
      "application/json": { schema: { $ref: "#/components/schemas/Note" } },
    });
    expect(document.paths["/notes/{id}"]?.delete?.responses["204"]).not.toHaveProperty("content");
    expect(document.paths["/notes/{id}/print"]?.get?.responses["200"]?.content).toHaveProperty([
      "text/plain",
    ]);
    expect(create?.parameters.map(({ name }) => name)).toContain("Idempotency-Key");
  });

  it("names under each status the codes and messages that an operation can give", () => {
    const responses = document.paths["/notes/{id}"]?.delete?.responses;
    expect(responses?.["404"]?.description).toBe("`not_found`: Note not found: \\<id>");
    expect(responses?.["403"]?.description).toContain("`forbidden`: Only its author can delete a note");
    expect(responses?.["403"]?.description).toContain("`access_token_not_granted`");
    for (const status of ["401", "429", "500", "503"]) expect(responses).toHaveProperty(status);
    expect(document.paths["/notes"]?.post?.responses).toHaveProperty("413");
  });

  it("names what a GET without any input can answer: its callback may be malformed, and it may redirect", () => {
    const get = operation({
      id: "g",
      method: "GET",
      path: "/g",
      summary: "s",
      response: z.object({}),
      handle: () => ({}),
      otherAnswers: { 302: "Elsewhere" },
    });
    const responses = documentOf(of(get)).paths["/g"]?.get?.responses;
    expect(responses?.["400"]?.description).toContain("`bad_request`");
    expect(responses?.["302"]).toEqual({ description: "Elsewhere" });
  });

  it("shows parameters by what they mean, not by how text is parsed", () => {
    const query = { ...pagingQuery, sort: wordParam(["new", "old"]).optional() };
    const page = operation({ id: "p", method: "GET", path: "/p", summary: "s", query, handle: () => 1 });
    const parameters = documentOf(of(page)).paths["/p"]?.get?.parameters ?? [];
    const [limit, , sort] = parameters;
    expect(limit).toMatchObject({
      name: "limit",
      required: false,
      schema: { type: "integer", maximum: 100, default: 50 },
    });
    expect(sort).toMatchObject({ required: false, schema: { type: "string", enum: ["new", "old"] } });
  });

  it("shows the headers that select a form of the answer", () => {
    const headers = { "X-Other-Form": headerSwitch("true").describe("true asks for the other form") };
    const forms = operation({ id: "f", method: "GET", path: "/f", summary: "s", headers, handle: () => 1 });
    expect(documentOf(of(forms)).paths["/f"]?.get?.parameters).toEqual([
      {
        name: "X-Other-Form",
        in: "header",
        required: false,
        description: "true asks for the other form",
        schema: { description: "true asks for the other form", type: "string", enum: ["true"] },
      },
    ]);
  });

  it("gives a file each of its media types", () => {
    const file = ["application/pdf", "application/zip"];
    const label = operation({ id: "l", method: "GET", path: "/l", summary: "s", file, handle: () => 1 });
    const answer = documentOf(of(label)).paths["/l"]?.get?.responses["200"];
    expect(Object.keys(answer?.content ?? {})).toEqual(file);
  });

  it("gives an upload its media type", () => {
    const upload = publicOperation({
      id: "u",
      method: "POST",
      path: "/u",
      summary: "s",
      upload: "multipart/form-data",
      handle: () => 1,
    });
    expect(documentOf(of(upload)).paths["/u"]?.post?.requestBody).toMatchObject({
      required: true,
      content: { "multipart/form-data": {} },
    });
  });

  it("refuses two different schemas of one name", () => {
    const answer = (id: string, response: z.ZodType) =>
      operation({ id, method: "GET", path: `/${id}`, summary: "s", response, handle: () => 1 });
    const clash = of(
      answer("a", z.object({ x: z.int() }).meta({ id: "Same" })),
      answer("b", z.object({ y: z.int() }).meta({ id: "Other" })),
    );
    expect(Object.keys(documentOf(clash).components.schemas)).toEqual(["Error", "Cause", "Same", "Other"]);
    const query = { q: z.string().meta({ id: "Same" }) };
    const second = operation({ id: "c", method: "GET", path: "/c", summary: "s", query, handle: () => 1 });
    expect(() => documentOf(clash, of(second))).toThrow("two different schemas have the id Same");
  });
});

describe("the self-description that OPTIONS gives", () => {
  it("is the declaration in the specification's six fields", () => {
    const described = describeResource(notes);
    expect(Object.keys(described)).toEqual([
      "name",
      "description",
      "attributes",
      "methods",
      "related_resources",
      "connections",
    ]);
    expect(described).toMatchObject({
      attributes: { id: "Note id", text: "What it says" },
      related_resources: ["/users"],
      connections: { "author.id": "/users/{id}" },
    });
    expect(described.methods).toContainEqual({
      method: "DELETE",
      example: "/notes/1",
      description: "Removes a note of the caller's own",
    });
    expect(described.methods).toHaveLength(notes.operations.length);
  });
});
