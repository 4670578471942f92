import { describe, expect, it } from "vitest";
import { z } from "zod";
import { kit, type Method } from "../declare/declare.ts";
import { matchRoute, routeTable } from "./routes.ts";

const { operation, resource } = kit<undefined>();

const declared = (method: Method, path: string, id = `${method} ${path}`) => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, z.string()] as const);
  return operation({ id, method, path, summary: "s", params: Object.fromEntries(names), handle: () => 1 });
};
const tableOf = (...operations: ReturnType<typeof declared>[]) =>
  routeTable([resource({ name: "R", description: "d", fields: z.object({}), operations })]);

const table = tableOf(
  declared("GET", "/users/{id}"),
  declared("PUT", "/users/{id}"),
  declared("GET", "/users/me"),
  declared("GET", "/a/{x}/c"),
  declared("GET", "/a/b/{y}"),
  declared("POST", "/packs/{pack_id}/fiscal_documents"),
  declared("GET", "/openapi.json"),
  declared("GET", "/"),
);
const found = (path: string) => {
  const match = matchRoute(table, path);
  return match && [match.route.template, match.raw];
};

describe("a route", () => {
  it("with a literal wins over one with a placeholder", () => {
    expect(found("/users/me")).toEqual(["/users/me", {}]);
    expect(found("/users/7")).toEqual(["/users/{id}", { id: "7" }]);
    expect(found("/a/b/c")).toEqual(["/a/b/{y}", { y: "c" }]);
    expect(found("/a/z/c")).toEqual(["/a/{x}/c", { x: "z" }]);
  });

  it("ignores one trailing slash, and only one", () => {
    expect(found("/users/7/")).toEqual(["/users/{id}", { id: "7" }]);
    expect(found("/users/me/")).toEqual(["/users/me", {}]);
    expect(found("/users/7//")).toBeUndefined();
    expect(found("/")).toEqual(["/", {}]);
    expect(found("")).toBeUndefined();
  });

  it("takes an empty segment in the middle for an empty value", () => {
    expect(found("/packs//fiscal_documents")).toEqual(["/packs/{pack_id}/fiscal_documents", { pack_id: "" }]);
  });

  it("keeps values as they stand in the path", () => {
    expect(found("/users/a%2Fb")).toEqual(["/users/{id}", { id: "a%2Fb" }]);
  });

  it("takes the dots of a literal for dots, and minds case", () => {
    expect(found("/openapi.json")).toEqual(["/openapi.json", {}]);
    for (const path of ["/openapiXjson", "/OpenAPI.json", "/users", "/users/7/x", "//users/7"])
      expect(found(path)).toBeUndefined();
  });

  it("allows what is declared, HEAD with GET, and OPTIONS always", () => {
    const allow = (path: string) => matchRoute(table, path)?.route.allow;
    expect(allow("/users/7")).toBe("GET, HEAD, PUT, OPTIONS");
    expect(allow("/packs/1/fiscal_documents")).toBe("POST, OPTIONS");
  });
});

describe("a declaration", () => {
  it("that would never be reached is refused at start", () => {
    expect(() => tableOf(declared("GET", "/a"), declared("GET", "/a", "other"))).toThrow(
      "GET /a is declared twice",
    );
    expect(() => tableOf(declared("GET", "/a", "x"), declared("GET", "/b", "x"))).toThrow(
      "id x is declared twice",
    );
    expect(() => tableOf(declared("GET", "/a/{x}"), declared("PUT", "/a/{y}"))).toThrow(
      "differ only in the names",
    );
    expect(() => tableOf(declared("GET", "/a/{x}.json"))).toThrow("takes a whole segment");
  });

  it("that shares a path with another resource is refused at start", () => {
    const page = (method: Method) =>
      resource({
        name: method,
        description: "d",
        fields: z.object({}),
        operations: [declared(method, "/a")],
      });
    expect(() => routeTable([page("GET"), page("POST")])).toThrow("POST /a is declared twice");
  });

  it("whose params are not its placeholders is refused at start", () => {
    const path = { method: "GET", path: "/a/{x}", summary: "s" } as const;
    const wrong = operation({ id: "a", ...path, params: { y: z.string() }, handle: () => 1 });
    expect(() => tableOf(wrong)).toThrow("the placeholders of /a/{x} are not the params y");
  });
});
