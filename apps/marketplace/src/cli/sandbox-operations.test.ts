import { expect, it } from "vitest";
import { listed, operationsOf, requestOf } from "./sandbox-operations.ts";

const text = { type: "string" };
const operations = operationsOf({
  paths: {
    "/_sandbox/worlds": {
      get: { operationId: "listWorlds", summary: "Lists", parameters: [{ name: "limit", in: "query" }] },
      post: {
        operationId: "createWorld",
        summary: "Makes one",
        requestBody: {
          content: { "application/json": { schema: { $ref: "#/components/schemas/NewWorld" } } },
        },
      },
    },
    "/_sandbox/worlds/{id}/fork": {
      post: {
        operationId: "forkWorld",
        summary: "Forks",
        parameters: [{ name: "id", in: "path" }],
        requestBody: { content: { "application/json": { schema: { properties: { name: text } } } } },
      },
    },
  },
  components: { schemas: { NewWorld: { type: "object", properties: { from: text, clock: {} } } } },
});

const request = (id: string, ...values: string[]) => {
  const operation = operations.find((one) => one.id === id);
  if (!operation) throw new Error(`no operation ${id}`);
  return requestOf(operation, values);
};

it("puts values where the operation has them: path, query, else the body", () => {
  expect(request("forkWorld", "id=w12345", "ttl_seconds=60")).toEqual({
    path: "/_sandbox/worlds/w12345/fork",
    body: '{"ttl_seconds":60}',
  });
  expect(request("listWorlds", "limit=2")).toEqual({ path: "/_sandbox/worlds?limit=2" });
  expect(request("createWorld", "from=snapshot:a=b", 'clock={"freeze":true}')).toEqual({
    path: "/_sandbox/worlds",
    body: '{"from":"snapshot:a=b","clock":{"freeze":true}}',
  });
});

it("takes a text for a text, also where it looks like a number", () => {
  expect(request("forkWorld", "id=w12345", "name=20261127", "ttl_seconds=60").body).toBe(
    '{"name":"20261127","ttl_seconds":60}',
  );
  expect(request("createWorld", "from=null").body).toBe('{"from":"null"}');
});

it("refuses missing parameters and words that are no pair, and lists the operations", () => {
  expect(() => request("forkWorld")).toThrow("forkWorld needs id=…");
  expect(() => request("listWorlds", "limit")).toThrow("limit: say name=value");
  expect(listed(operations)).toContain("createWorld              POST   /_sandbox/worlds: Makes one\n");
});
