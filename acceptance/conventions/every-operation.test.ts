import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, get, send } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { users } from "../api/world.ts";

interface Operation {
  tags: string[];
  operationId: string;
  summary?: string;
  security?: Record<string, string[]>[];
  requestBody?: Part;
  responses: Record<string, Part>;
}
interface Part {
  content?: Record<string, { schema: unknown; example?: unknown }>;
}
interface Document {
  openapi: string;
  security: Record<string, string[]>[];
  components: unknown;
  paths: Record<string, Record<string, Operation>>;
}
interface Row {
  method: string;
  path: string;
  open: boolean;
  operation: Operation;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const rows: Row[] = [];
let components: unknown;
const byPath = new Map<string, string[]>();

/** Fills a path with well-formed values that name nothing. */
const filled = (path: string): string =>
  path
    .replaceAll("{site_id}", "MLA")
    .replace(/^(\/(?:items|categories))\/\{[a-z_]+\}/, "$1/MLA999999999")
    .replaceAll("{item_id}", "MLA999999999")
    .replaceAll("{domain_id}", "MLA-CARS_AND_VANS")
    .replaceAll("{attribute_id}", "BRAND")
    .replace(/^\/sites\/\{id\}/, "/sites/MLA")
    .replaceAll(/\{[^}]+\}/g, "999999999");

beforeAll(async () => {
  const document = (await get("/openapi.json")).json<Document>();
  expect(document.openapi).toMatch(/^3\.1/);
  components = document.components;
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item)) {
      if (!methods.includes(method.toUpperCase())) continue;
      const open = (operation.security ?? document.security).length === 0;
      rows.push({ method: method.toUpperCase(), path, open, operation });
      byPath.set(path, [...(byPath.get(path) ?? []), method.toUpperCase()]);
    }
});

const each = async (check: (row: Row) => Promise<void>) => {
  for (const row of rows) await check(row);
};

describe("every operation of /openapi.json", () => {
  test("the document holds every endpoint of the specification", () => {
    const names = (text: string) => text.replaceAll(/\{[^}]+\}/g, "{}");
    const present = new Set(rows.map(({ method, path }) => `${method} ${names(path)}`));
    const missing = specified.map(names).filter((endpoint) => !present.has(endpoint));
    expect(missing).toEqual([]);
  });

  test("the document describes each resource once", async () => {
    const { tags } = (await get("/openapi.json")).json<{ tags: { name: string }[] }>();
    const names = tags.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    expect(new Set(names)).toEqual(new Set(rows.flatMap(({ operation }) => operation.tags)));
  });

  test("has an id of its own, a summary and answers", () => {
    expect(new Set(rows.map(({ operation }) => operation.operationId)).size).toBe(rows.length);
    for (const { operation } of rows) {
      expect(operation.summary).toMatch(/\w/);
      expect(Object.keys(operation.responses).some((status) => /^[23]/.test(status))).toBe(true);
    }
  });

  test("has examples of its body and its answers that fit the document's schemas", () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(ajv);
    ajv.addFormat("int64", true).addFormat("binary", true);
    ajv.addSchema({ $id: "document", components });
    let checked = 0;
    for (const { method, path, operation } of rows) {
      const contents = [operation.requestBody, ...Object.values(operation.responses)].flatMap((part) =>
        Object.entries(part?.content ?? {}),
      );
      for (const [type, { schema, example }] of contents) {
        // Files and forms with files have none.
        if (type !== "application/json" && type !== "application/x-www-form-urlencoded") continue;
        const located = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
        const fits = ajv.compile(JSON.parse(located));
        const issues = fits(example) ? [] : fits.errors;
        const fine = { method, path, example: expect.anything(), issues: [] };
        expect({ method, path, example, issues }).toEqual(fine);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(rows.length);
  });

  test("answers 403 access_token_not_granted without a token, unless it is open", () =>
    each(async ({ method, path, open }) => {
      const answer = await send(method, filled(path));
      const refused = answer.status === 403 && answer.text.includes("access_token_not_granted");
      expect({ method, path, refused }).toEqual({ method, path, refused: !open });
      if (!open) expectProblem(answer, 403, "access_token_not_granted", "access_token was not sent");
    }));

  test("needs a token, but for the open ones of decisions 1.3, the pages that lead to one, and files of pictures", () => {
    const open = rows.filter((row) => row.open).map(({ path }) => path);
    for (const path of open)
      expect(path).toMatch(
        /^\/(oauth\/|authorization$|sign_(in|out)$|sign_in\/(oidc|totp$)|openapi\.json$|docs|pictures\/files\/)/,
      );
  });

  test("its path answers every other method with 405 and Allow, before looking for a token", async () => {
    for (const [path, served] of byPath) {
      const allow = [...served, ...(served.includes("GET") ? ["HEAD"] : []), "OPTIONS"].toSorted();
      for (const method of methods.filter((name) => !served.includes(name))) {
        const answer = await send(method, filled(path));
        expect({ method, path, status: answer.status }).toEqual({ method, path, status: 405 });
        if (!path.startsWith("/oauth")) expectProblem(answer, 405, "method_not_allowed");
        expect(answer.headers.get("allow")?.split(", ").toSorted()).toEqual(allow);
      }
    }
  });

  test("is described by OPTIONS on its path, by method and example, with the right Allow", async () => {
    for (const [path, served] of byPath) {
      const answer = await send("OPTIONS", filled(path));
      expect({ path, status: answer.status }).toEqual({ path, status: 200 });
      const described = answer.json<{ methods: { method: string; example: string }[] }>().methods;
      for (const method of served) {
        const shaped = described.filter((one) => one.method === method).map(({ example }) => shape(example));
        expect(shaped, `${method} ${path}`).toContain(shape(path));
      }
      // An example is a concrete path, not a template.
      for (const { example } of described) expect(example).not.toMatch(/[{}]/);
      expect(answer.headers.get("allow")).toContain(served[0]);
    }
  });

  test("answers a well-formed request without a 5xx, and errors in the standard body", () =>
    each(async ({ method, path, operation }) => {
      if (path.startsWith("/authorization") || path.startsWith("/oauth")) return;
      const answer = await send(method, filled(path), { as: users.seller_mla });
      // The specification wants 500 for an empty body of the billing-data request.
      const empty = path.endsWith("/fiscal_documents/request");
      if (!empty)
        expect({ method, path, server: answer.status >= 500 }).toEqual({ method, path, server: false });
      expectListed(answer, operation, `${method} ${path}`);
    }));

  test("refuses an invalid token: 401, or 403 where the specification says so", () =>
    each(async ({ method, path, open }) => {
      if (open) return;
      const answer = await send(method, filled(path), { token: "APP_USR-wrong" });
      if (/^\/flex\/sites\//.test(path)) expectProblem(answer, 403, "forbidden", "wrong access token");
      else expectProblem(answer, 401, "invalid_token", "invalid access token");
    }));

  test("serves GETs as JSONP", () =>
    each(async ({ method, path }) => {
      if (method !== "GET" || /^\/(authorization|docs|openapi)/.test(path)) return;
      const answer = await get(`${filled(path)}?callback=cb`, { as: users.seller_mla });
      expect({ path, status: answer.status, text: answer.text.slice(0, 9) }).toMatchObject({
        status: 200,
        text: expect.stringMatching(/^\/\*\*\/cb\(\[/),
      });
    }));
});

function expectListed(answer: Answer, { responses }: Operation, name: string): void {
  if (answer.status < 400) return;
  const known = String(answer.status) in responses || "default" in responses || "4XX" in responses;
  expect({ name, status: answer.status, known }).toMatchObject({ known: true });
  expect(Object.keys(answer.json<object>())).toEqual(["message", "error", "status", "cause"]);
}

/** Removes the values of path parameters from a path or example. */
const shape = (path: string): string =>
  filled(path)
    .replace(/\?.*/, "")
    .split("/")
    .map((part) => (/\d{3,}|^[0-9a-f]{8}-|^[A-Z]{3}(-[A-Z_]+)?$|^[A-Z_]+$|^gold_/.test(part) ? "*" : part))
    .join("/");

const specified = [
  "GET /questions/search",
  "GET /questions/{id}",
  "POST /questions",
  "POST /answers",
  "DELETE /questions/{id}",
  "POST /my/questions/hidden",
  "GET /my/received_questions/search",
  "POST /questions/{id}/review",
  "GET /users/{id}/questions/response_time",
  "POST /users/{id}/questions_blacklist",
  "GET /users/{id}/questions_blacklist",
  "DELETE /users/{id}/questions_blacklist/{id}",
  "GET /block-api/search/users/{id}",
  "POST /packs/{id}/fiscal_documents",
  "GET /packs/{id}/fiscal_documents",
  "GET /packs/{id}/fiscal_documents/{id}",
  "DELETE /packs/{id}/fiscal_documents",
  "POST /packs/{id}/fiscal_documents/request",
  "GET /orders/{id}",
  "GET /packs/{id}",
  "POST /orders",
  ...["GET", "POST"].map((method) => `${method} /shipping/flex/sites/{id}/users/{id}/subscriptions/v1`),
  "PUT /shipping/flex/sites/{id}/users/{id}/subscriptions/{id}/v1",
  "POST /shipping/flex/sites/{id}/configuration/v3",
  "GET /shipping/flex/sites/{id}/coverage_areas",
  "PUT /shipping/flex/sites/{id}/users/{id}/services/{id}/configuration/delivery/custom/v3",
  "PUT /shipping/flex/sites/{id}/users/{id}/services/{id}/configuration/coverage/zone/v3",
  ...["GET", "POST", "DELETE"].map((method) => `${method} /flex/sites/{id}/items/{id}/v2`),
  ...["GET", "PUT"].flatMap((method) => [
    `${method} /shipments/{id}`,
    `${method} /flex/sites/{id}/shipments/{id}/assignment/v2`,
  ]),
  "GET /items",
  "GET /items/{id}",
  "POST /items",
  "PUT /items/{id}",
  "GET /categories/{id}",
  "GET /categories/{id}/attributes",
  "GET /categories/{id}/shipping_preferences",
  "GET /sites",
  "GET /sites/{id}",
  "GET /sites/{id}/categories",
  "GET /sites/{id}/categories/all",
  "GET /sites/{id}/domain_discovery/search",
  "POST /catalog_domains/{id}/attributes/{id}/top_values",
  "GET /{id}/search",
  "GET /sites/{id}/search",
  "GET /currencies",
  "GET /currencies/{id}",
  "POST /oauth/token",
  "GET /authorization",
  "GET /users/me",
  "GET /users/{id}",
  "GET /users",
  "POST /users/test_user",
  "GET /applications/{id}",
  "PUT /applications/{id}",
  "GET /missed_feeds",
  "POST /missed_feeds/{id}/replay",
];
