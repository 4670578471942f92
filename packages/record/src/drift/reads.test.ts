import { expect, it } from "vitest";
import { exchangeOf } from "../exchange.fixture.ts";
import { OpenApiDocument } from "./openapi.ts";
import { readsOfDocument, readsOfList, readsOfRecording } from "./reads.ts";

const json = (schema: object) => ({ "200": { content: { "application/json": { schema } } } });
const document = OpenApiDocument.parse({
  paths: {
    "/users/me": { get: { operationId: "getMe", responses: json({ $ref: "#/components/schemas/User" }) } },
    "/items": {
      get: {
        operationId: "listItems",
        parameters: [{ name: "ids", in: "query", required: true }],
        responses: json({ type: "array", items: true }),
      },
      post: { operationId: "createItem", responses: json({}) },
    },
    "/items/{id}": { get: { operationId: "getItem", responses: json({}) } },
    "/items/visits": {
      get: {
        operationId: "unknownNeeds",
        parameters: [{ name: "since", in: "query", required: true }],
        responses: json({}),
      },
    },
    "/labels/{id}": {
      get: { operationId: "getLabel", responses: { "200": { content: { "text/html": {} } } } },
    },
    "/packs/{pack_id}": { get: { operationId: "getPack", responses: json({}) } },
    "/users/{seller_id}/notes": { get: { operationId: "listNotes", responses: json({}) } },
  },
  components: {
    schemas: {
      User: {
        type: "object",
        properties: {
          status: { type: "object", properties: { site_status: { enum: ["active", "deactive"] } } },
          friends: { type: "array", items: { $ref: "#/components/schemas/User" } },
          kind: { anyOf: [{ enum: ["a"] }, { type: "string" }] },
        },
      },
    },
  },
});

const answers: Record<string, unknown> = {
  "/users/me": { id: 7, site_id: "MLA" },
  "/users/7/items/search?limit=1": { results: ["MLA1"] },
};
const read = async (target: string) => answers[target];

it("reads what a document has with ids of what the caller has, and says what it lacks", async () => {
  const { reads, skipped } = await readsOfDocument(document, read);
  expect(reads.map(({ operation, target }) => `${operation} ${target}`)).toEqual([
    "getMe /users/me",
    "listItems /items?ids=MLA1",
    "getItem /items/MLA1",
    "listNotes /users/7/notes",
  ]);
  expect(skipped).toEqual([
    { operation: "unknownNeeds", why: "no value is known for its required parameter since" },
    { operation: "getPack", why: "no pack was found" },
  ]);
});

it("knows the enums of a response, through references; a field that may be any text has none", async () => {
  const { reads } = await readsOfDocument(document, read);
  const [me] = reads;
  expect(me?.enumOf("status.site_status")).toEqual(["active", "deactive"]);
  expect(me?.enumOf("friends[].status.site_status")).toEqual(["active", "deactive"]);
  expect(me?.enumOf("kind")).toBeUndefined();
});

it("repeats the reads of a recording that were answered, each once", () => {
  const exchanges = [
    exchangeOf("/items/MLA1?attributes=id", { status: 404 }),
    exchangeOf("/items/MLA1?attributes=id"),
    exchangeOf("/items/MLA1?attributes=id"),
    exchangeOf("/items/visits?since=1"),
    exchangeOf("/unknown/1"),
    exchangeOf("/items", { method: "POST" }),
    exchangeOf("/items/MLA2", { status: 404 }),
    exchangeOf("/pictures/1", { answer: { headers: {}, body: { bytes: 3 } } }),
  ];
  const { reads, skipped } = readsOfRecording(exchanges, document);
  expect(reads.map(({ operation, target }) => `${operation} ${target}`)).toEqual([
    "getItem /items/MLA1?attributes=id",
    "unknownNeeds /items/visits?since=1",
    "GET /unknown/1 /unknown/1",
  ]);
  expect(skipped.map(({ why }) => why)).toEqual(["it was answered 404", "it was answered without JSON"]);
});

it("takes a list of operations and of paths, and refuses an unknown name", async () => {
  const { reads } = await readsOfList(["# mine", "getItem", "", "/items/MLA9?x=1"], document, read);
  expect(reads.map(({ operation, target }) => `${operation} ${target}`)).toEqual([
    "getItem /items/MLA1",
    "getItem /items/MLA9?x=1",
  ]);
  await expect(readsOfList(["getItem", "getItme"], document, read)).rejects.toThrow(
    "there is no read getItme",
  );
  const binary = ["\u001b[31m", "\ufffd\u0000", "b", "c", "d", "e", "f"];
  await expect(readsOfList(binary, document, read)).rejects.toThrow(
    /^there is no read \?\[31m, \?\?, b, c, d and 2 more$/,
  );
});
