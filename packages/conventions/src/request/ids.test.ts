import { describe, expect, it } from "vitest";
import { z } from "zod";
import { kit } from "../declare/declare.ts";
import { type Cause, problemCatalog } from "../declare/problem.ts";
import { absentId, bodyId, idParam, siteScopedId } from "../declare/wire.ts";
import { appOf, served, writer } from "../testing.ts";

const problems = problemCatalog({
  not_found: {
    status: 404,
    error: "not_found",
    message: ({ id }: { id: number }) => `Thing not found: ${id}`,
  },
});
const { operation, resource } = kit<undefined>();

/** What the handlers looked up. */
const lookedUp: number[] = [];
const find = (id: number) => {
  lookedUp.push(id);
  if (id !== 7) throw problems.not_found({ id });
  return { id };
};

const things = resource({
  name: "Things",
  description: "d",
  fields: z.object({}),
  operations: [
    operation({
      id: "getThing",
      method: "GET",
      path: "/things/{id}",
      summary: "s",
      params: { id: idParam() },
      query: { after: idParam().optional() },
      errors: [problems.not_found],
      handle: ({ params }) => find(params.id),
    }),
    operation({
      id: "postThing",
      method: "POST",
      path: "/things",
      summary: "s",
      body: z.strictObject({ text: z.string().optional(), thing_id: bodyId() }),
      errors: [problems.not_found],
      handle: ({ body }) => find(body.thing_id),
    }),
    operation({
      id: "getSignedThing",
      method: "GET",
      path: "/signed_things/{id}",
      summary: "s",
      params: { id: idParam({ signed: true }) },
      errors: [problems.not_found],
      handle: ({ params }) => find(params.id),
    }),
    operation({
      id: "postSignedThing",
      method: "POST",
      path: "/signed_things",
      summary: "s",
      body: z.strictObject({ thing_id: bodyId({ signed: true }) }),
      errors: [problems.not_found],
      handle: ({ body }) => find(body.thing_id),
    }),
    operation({
      id: "findThing",
      method: "GET",
      path: "/found_things",
      summary: "s",
      query: { id: idParam() },
      errors: [problems.not_found],
      handle: ({ query }) => find(query.id),
    }),
    operation({
      id: "changeThing",
      method: "PUT",
      path: "/things/{id}",
      summary: "s",
      params: { id: idParam() },
      query: { count: idParam() },
      body: z.strictObject({ text: z.string() }),
      handle: ({ params }) => params,
    }),
    operation({
      id: "readPartOfSite",
      method: "GET",
      path: "/{site_id}/parts/{part}",
      summary: "s",
      params: { site_id: z.string().regex(/^[A-Z]{3}$/), part: z.string() },
      query: { count: idParam(), after: idParam().optional(), size: idParam() },
      handle: ({ params }) => params,
    }),
    operation({
      id: "readPart",
      method: "GET",
      path: "/{site_id}/parts",
      summary: "s",
      params: { site_id: z.string().regex(/^[A-Z]{3}$/) },
      handle: ({ params }) => params,
    }),
  ],
});

const { fetch } = served(appOf([things], undefined));
const headers = { ...writer, "Content-Type": "application/json" };
const asked = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(path, { headers, ...init });
  const { status, message } = (await answer.json()) as { status?: number; message?: string };
  return [status ?? answer.status, message];
};

describe("an id", () => {
  it.each(["0", "12", "9007199254740993", "18446744073709551616", "9".repeat(400)])(
    "%s is looked up and not found, however many digits it has",
    async (id) => {
      expect(await asked(`/things/${id}`)).toEqual([404, `Thing not found: ${id}`]);
    },
  );

  it("of too many digits for a number is looked up as one that no record has", async () => {
    lookedUp.length = 0;
    await asked("/things/99999999999999999999");
    await asked("/things", { method: "POST", body: '{"thing_id":99999999999999999999}' });
    expect(lookedUp).toEqual([absentId, absentId]);
  });

  it("is named as it was sent in a query and a body, too", async () => {
    const id = "99999999999999999999";
    const notFound = [404, `Thing not found: ${id}`];
    expect(await asked(`/found_things?id=${id}`)).toEqual(notFound);
    for (const body of [`{"thing_id":${id}}`, `{"text":"12345678901234567890","thing_id": ${id} }`])
      expect(await asked("/things", { method: "POST", body })).toEqual(notFound);
  });

  it("that may be signed is unknown below zero, too", () => {
    expect(idParam({ signed: true }).parse(`-${"9".repeat(30)}`)).toBe(absentId);
    expect(idParam({ signed: true }).parse("-5")).toBe(-5);
  });

  it("that may be signed is named as it was sent, too", async () => {
    for (const id of ["-5", "-9007199254740991", `-${"9".repeat(20)}`]) {
      const notFound = [404, `Thing not found: ${id}`];
      expect(await asked(`/signed_things/${id}`)).toEqual(notFound);
      const body = `{"thing_id":${id}}`;
      expect(await asked("/signed_things", { method: "POST", body })).toEqual(notFound);
    }
  });

  it("may have any length in a query and after a site, too", async () => {
    expect((await asked(`/things/7?after=${"9".repeat(30)}`))[0]).toBe(200);
    expect(siteScopedId("an item").safeParse(`MLA${"9".repeat(30)}`).success).toBe(true);
  });

  it.each(["x", "abc", "-1", "1.5", "1e3", "%20", "7x"])("%s is malformed", async (id) => {
    expect(await asked(`/things/${id}`)).toEqual([400, "Invalid params.id: must be an integer id"]);
  });

  it.each(["-1", "1.5", '"7"', "null"])("%s in a body is malformed", async (id) => {
    expect((await asked("/things", { method: "POST", body: `{"thing_id":${id}}` }))[0]).toBe(400);
  });
});

describe("a word of the API is no id", () => {
  it.each(["/things/search", "/things/visits", "/things/search/", "/products/parts", "/items/parts"])(
    "%s is an unknown route",
    async (path) => {
      expect(await asked(path)).toEqual([404, `Resource not found: GET ${path}`]);
    },
  );

  it("nor with any method, and before the token", async () => {
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"])
      expect((await asked("/things/search", { method, headers: {} }))[0]).toBe(404);
  });
});

describe("a request with several issues", () => {
  it("hears of those in path, query and body at once", async () => {
    const body = JSON.stringify({ text: 1, color: "red" });
    const answer = await fetch("/things/x?count=few", { method: "PUT", headers, body });
    const { cause } = (await answer.json()) as { cause: { references: string[] }[] };
    expect(cause.flatMap(({ references }) => references)).toEqual([
      "params.id",
      "query.count",
      "body.text",
      "body.color",
    ]);
  });

  it("hears of those beside what cannot be decoded", async () => {
    const answer = await fetch("/x/parts/%ZZ?after=%FF&count=few&size=big", { headers });
    const { status, cause } = (await answer.json()) as { status: number; cause: Cause[] };
    expect([status, ...cause.map(({ code, references }) => [code, ...references])]).toEqual([
      400,
      ["invalid_encoding", "params.part"],
      ["invalid_format", "params.site_id"],
      ["invalid_encoding", "query.after"],
      ["invalid_format", "query.count"],
      ["invalid_format", "query.size"],
    ]);
    const body = JSON.stringify({ text: 1 });
    const change = await fetch("/things/%ZZ?count=few", { method: "PUT", headers, body });
    expect(((await change.json()) as { cause: Cause[] }).cause).toHaveLength(3);
  });

  it("hears of a long name by its beginning alone", async () => {
    const named = async (body: object) => {
      const init = { method: "PUT", headers, body: JSON.stringify(body) };
      const answer = await fetch("/things/7?count=1", init);
      const { message, cause } = (await answer.json()) as { message: string; cause: Cause[] };
      return [message, ...cause.flatMap((each) => [each.message, ...each.references])];
    };
    const shown = `${"n".repeat(100)}…`;
    const name = "n".repeat(200_000);
    const unknown = `unknown field ${shown}`;
    expect(await named({ text: "", [name]: 1 })).toEqual([
      `Invalid body.${shown}: ${unknown}`,
      unknown,
      `body.${shown}`,
    ]);
    const storable = "text may not contain NUL characters or lone surrogates";
    expect(await named({ [name]: "\0" })).toEqual([
      `Invalid body.${shown}: ${storable}`,
      storable,
      `body.${shown}`,
    ]);
    // A name of a hundred characters is shown as it is, and none is cut within a character.
    expect((await named({ text: "", ["n".repeat(100)]: 1 })).at(-1)).toBe(`body.${"n".repeat(100)}`);
    expect((await named({ text: "", [`${"n".repeat(99)}😀`]: 1 })).at(-1)).toBe(
      `body.${"n".repeat(99)}\ufffd…`,
    );
  });

  it("hears of the path when the body cannot be taken at all", async () => {
    const body = `{"text":"${"x".repeat(2_000_000)}"}`;
    expect((await asked("/things/x?count=1", { method: "PUT", body }))[0]).toBe(400);
    expect((await asked("/things/7?count=1", { method: "PUT", body }))[0]).toBe(413);
  });
});
