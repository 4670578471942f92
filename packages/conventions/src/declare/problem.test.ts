import { describe, expect, it } from "vitest";
import { z } from "zod";
import { causesOf, firstIssueText } from "../request/causes.ts";
import { problemReply } from "../respond/failure.ts";
import { common, conventionProblemKeys } from "./common-problems.ts";
import { Problem, problemCatalog } from "./problem.ts";

const problems = problemCatalog({
  gone: { status: 404, message: ({ id }: { id: string }) => `Category not found: ${id}` },
  full: { status: 409, error: "no_room", message: "Full" },
});

const link = (key: string) => `</docs/guide/errors#${key}>; rel="help"`;

describe("a catalog", () => {
  it("makes problems with exactly the four fields of the standard body", () => {
    expect(problems.gone({ id: "MLA1" }).body()).toEqual({
      message: "Category not found: MLA1",
      error: "not_found",
      status: 404,
      cause: [],
    });
  });

  it("has no problem whose code is neither given nor usual for its status", () => {
    expect(() => problemCatalog({ teapot: { status: 418, message: "Tea" } })).toThrow("teapot has no code");
  });

  it("lists each problem with a template of its message", () => {
    expect({ ...problems.gone }).toMatchObject({
      key: "gone",
      status: 404,
      template: "Category not found: <id>",
    });
    expect({ ...problems.full }).toMatchObject({ key: "full", error: "no_room", template: "Full" });
  });

  it("takes causes and headers beside the wording", () => {
    const cause = [{ code: "taken", message: "is taken", references: ["body.id"] }];
    const problem = problems.full({ cause, headers: { "Retry-After": "5" } });
    expect(problem).toBeInstanceOf(Problem);
    expect(problem.body().cause).toEqual(cause);
    expect(problemReply(problem).headers).toEqual({ Link: link("full"), "Retry-After": "5" });
  });
});

describe("the problems of the conventions", () => {
  it.each([
    [common.bad_request({ message: "m" }), 400, "bad_request", "m"],
    [common.access_token_not_granted(), 403, "access_token_not_granted", "access_token was not sent"],
    [common.invalid_token(), 401, "invalid_token", "invalid access token"],
    [common.invalid_scopes(), 403, "forbidden", "Invalid scopes"],
    [
      common.route_not_found({ method: "GET", path: "/x" }),
      404,
      "resource not found",
      "Resource not found: GET /x",
    ],
    [common.method_not_allowed({ method: "PUT" }), 405, "method_not_allowed", /PUT/],
    [common.not_acceptable(), 406, "not_acceptable", /file/],
    [common.idempotency_conflict(), 409, "conflict", /Idempotency-Key/],
    [common.payload_too_large({ limit: 9 }), 413, "payload_too_large", /9 bytes/],
    [common.unsupported_media_type({ expected: "x/y" }), 415, "unsupported_media_type", /x\/y/],
    [common.too_many_requests(), 429, "too_many_requests", /later/],
    [common.internal_server_error(), 500, "internal_server_error", "Internal server error"],
    [common.service_unavailable(), 503, "service_unavailable", /later/],
    [common.invalid_scroll_id(), 400, "invalid.scroll.id", /scroll_id/],
  ])("word %s", (problem, status, error, message) => {
    expect(problem.body()).toEqual({ message: expect.stringMatching(message), error, status, cause: [] });
    expect(conventionProblemKeys).toContain(problem.key);
  });

  it("carry the header that their status demands", () => {
    expect(problemReply(common.invalid_token()).headers).toEqual({
      Link: link("invalid_token"),
      "WWW-Authenticate": "Bearer",
    });
    expect(problemReply(common.too_many_requests()).headers).toMatchObject({ "Retry-After": "1" });
    expect(problemReply(common.service_unavailable()).headers).toMatchObject({ "Retry-After": "1" });
    const later = common.too_many_requests({ headers: { "Retry-After": "30" } });
    expect(problemReply(later).headers).toMatchObject({ "Retry-After": "30" });
  });

  it("take further fields where a resource adds some", () => {
    const reply = problemReply(common.invalid_token(), ({ message }) => ({ error_description: message }));
    expect(reply.payload).toMatchObject({
      value: { status: 401, error_description: "invalid access token" },
    });
  });
});

describe("the causes of bad input", () => {
  const causes = (schema: z.ZodType, value: unknown) =>
    causesOf(schema.safeParse(value, { reportInput: true }).error?.issues ?? [], "body");

  it("name missing fields, wrong ones and unknown ones, each with its place", () => {
    const schema = z.strictObject({ a: z.string(), list: z.array(z.strictObject({ b: z.int() })) });
    expect(causes(schema, { list: [{ b: "x", c: 1 }], d: 1 })).toMatchObject([
      { code: "required", message: "is required", references: ["body.a"] },
      { code: "invalid_type", references: ["body.list[0].b"] },
      { code: "unknown_field", message: "unknown field c", references: ["body.list[0].c"] },
      { code: "unknown_field", message: "unknown field d", references: ["body.d"] },
    ]);
  });

  it("are at most a thousand, however much is wrong", () => {
    const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, 1]));
    expect(causes(z.strictObject({}), unknown)).toHaveLength(1_000);
  });

  it("of a union are those of the branch that was meant", () => {
    const schema = z.union([z.array(z.int()), z.strictObject({ ids: z.array(z.int()) })]);
    expect(causes(schema, { ids: [1, "x"] })).toMatchObject([{ references: ["body.ids[1]"] }]);
    expect(causes(schema, [1, "x"])).toMatchObject([{ references: ["body[1]"] }]);
    expect(causes(schema, "x")).toMatchObject([{ code: "invalid_union", references: ["body"] }]);
    expect(causes(schema, undefined)).toMatchObject([{ code: "required", references: ["body"] }]);
    expect(causes(z.object({ pick: schema }), { pick: { ids: 1 } })).toMatchObject([
      { references: ["body.pick.ids"] },
    ]);
  });
});

it("the first issue of a value names its field, or the value as a whole", () => {
  const schema = z.object({ seller: z.object({ id: z.int() }) });
  const textOf = (value: unknown, whole?: string) => {
    const { error } = schema.safeParse(value);
    return error && firstIssueText(error, whole);
  };
  expect(textOf({ seller: { id: "x" } })).toMatch(/^seller\.id: \S/);
  expect([textOf(7), textOf(7, "the line")]).toEqual([
    expect.stringMatching(/^the whole: \S/),
    expect.stringMatching(/^the line: \S/),
  ]);
});
