import { z } from "zod";
import { loadDocumentation } from "../documentation.ts";
import { loadOperations, type Operation, type Operations } from "../operations.ts";
import { askProduct, type Caller } from "../product.ts";
import { tool } from "../tool.ts";
import { said, ToolRefused, untrusted } from "../tool-result.ts";
import { askLab } from "./lab.ts";

const reading = new Set(["GET", "HEAD"]);
const value = z.union([z.string(), z.number(), z.boolean()]);

export const operationTools = [
  tool({
    name: "search_operations",
    title: "Search the API's operations",
    description:
      "Finds operations of the public API and of the sandbox lab by words, with parameters, body schema and errors.",
    kind: "reads",
    input: z.object({
      query: z.string().min(1).max(200).describe("Words of what it does or of its path, or its id"),
      limit: z.int().min(1).max(20).default(5).describe("Operations to answer at most"),
    }),
    async run({ query, limit }, { baseUrl }) {
      const operations = await loadOperations(baseUrl);
      const exact = operations.find(query);
      return said({ results: exact ? [exact] : operations.search(query, limit) });
    },
  }),
  tool({
    name: "call_operation",
    title: "Call an operation of the public API",
    description:
      "Calls an operation by its id with the caller's access token. Reads are made at once; everything else only with confirm: true, after the user has agreed to it.",
    kind: "changes",
    input: z.object({
      operation: z.string().describe("Its id, as search_operations answers it, such as askQuestion"),
      parameters: z
        .record(z.string(), z.union([value, z.array(value)]))
        .default({})
        .describe("Values of path and query, by name"),
      body: z.json().optional().describe("The JSON body"),
      confirm: z.boolean().default(false).describe("Whether something may be changed"),
      token: z
        .string()
        .max(300)
        .optional()
        .describe("An access token in place of the caller's, such as one that create_world answered"),
    }),
    async run({ operation: id, parameters, body, confirm, token }, caller) {
      const operation = callable(await loadOperations(caller.baseUrl), id);
      const { method } = operation;
      const path = pathOf(operation, parameters);
      const used = token ?? caller.userToken;
      if (used === undefined)
        throw new ToolRefused("The public API needs an access token of a user: give it as token");
      if (!reading.has(method) && !confirm)
        throw new ToolRefused(
          `${method} ${path} changes data, and was not called. Ask the user, then call again with confirm: true`,
        );
      const answer = await askProduct(caller.baseUrl, { method, path, token: used, body });
      return untrusted(answer, { isError: answer.status >= 400 });
    },
  }),
  tool({
    name: "explain_error",
    title: "Explain an error of the API",
    description:
      "What an error answer means: the operations that give it, with their messages, and what the guides say. With request_id and the admin token also what the inspector has of that request.",
    kind: "reads",
    input: z.object({
      error: z.string().max(100).optional().describe("Its code, the field error, such as invalid_grant"),
      status: z.int().min(400).max(599).optional().describe("Its status"),
      operation: z.string().max(100).optional().describe("The operation that gave it, by id"),
      request_id: z.string().max(128).optional().describe("X-Request-Id of the answer"),
      world: z.string().max(64).optional().describe("The sandbox world of the request; default when absent"),
    }),
    async run({ error, status, operation, request_id, world }, caller) {
      const catalogue = errorsOf(await loadOperations(caller.baseUrl), { error, status, operation });
      const guides = (await loadDocumentation()).search(`${error ?? ""} ${status ?? ""} error`, 3);
      if (request_id === undefined) return said({ catalogue, guides });
      const request = await inspected(caller, request_id, world);
      return untrusted({ catalogue, guides, request });
    },
  }),
];

function callable(operations: Operations, id: string): Operation {
  const operation = operations.find(id);
  if (!operation) {
    const near = operations.search(id, 3).map((one) => one.id);
    throw new ToolRefused(
      `There is no operation ${id}${near.length > 0 ? `: maybe ${near.join(", ")}` : ""}`,
    );
  }
  if (operation.api !== "public")
    throw new ToolRefused(`${id} is of the sandbox lab: there are tools of their own for it`);
  if (operation.isUpload) throw new ToolRefused(`${id} takes files, which this tool cannot send`);
  return operation;
}

type Parameters = Readonly<Record<string, z.output<typeof value> | z.output<typeof value>[]>>;

function pathOf({ path, id, parameters: known }: Operation, given: Parameters): string {
  const names = Object.keys(given);
  const unknown = names.find((name) => !known.some((one) => one.name === name && one.in !== "header"));
  if (unknown !== undefined) {
    const all = known.filter((one) => one.in !== "header").map((one) => one.name);
    throw new ToolRefused(`${id} has no parameter ${unknown}: it has ${all.join(", ") || "none"}`);
  }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (given[name] === undefined) throw new ToolRefused(`${id} needs the parameter ${name}`);
    return encodeURIComponent(String(given[name]));
  });
  const query = new URLSearchParams(
    names
      .filter((name) => !path.includes(`{${name}}`))
      .flatMap((name) => [given[name] ?? []].flat().map((one): [string, string] => [name, String(one)])),
  );
  return query.size > 0 ? `${filled}?${query}` : filled;
}

interface Asked {
  error?: string | undefined;
  status?: number | undefined;
  operation?: string | undefined;
}

const maxOperations = 5;
const maxMessages = 20;

/** The errors of the catalog that fit, each with some operations that give it. */
function errorsOf({ all }: Operations, { error, status, operation }: Asked) {
  const found = new Map<string, { status: number; error: string; message: string; operations: string[] }>();
  for (const { id, errors } of all) {
    if (operation !== undefined && operation !== id) continue;
    for (const one of errors) {
      if ((error ?? one.error) !== one.error || (status ?? one.status) !== one.status) continue;
      const key = JSON.stringify(one);
      const known = found.get(key) ?? { ...one, operations: [] };
      if (known.operations.length < maxOperations) known.operations.push(id);
      found.set(key, known);
    }
  }
  return [...found.values()].slice(0, maxMessages);
}

async function inspected(caller: Caller, id: string, world: string | undefined): Promise<unknown> {
  if (caller.adminToken === undefined) return "The inspector needs the admin token of the sandbox";
  const answer = await askLab(caller, { method: "GET", path: `/requests/${encodeURIComponent(id)}`, world });
  return answer.body;
}
