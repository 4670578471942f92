import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";

const { http, demo, bearer } = await startGateway();
const kindOf = async (path: string, headers: Record<string, string> = {}) =>
  (await http.get(path, { headers })).json<{ authentication: { kind: string } }>().authentication.kind;

describe("the edge", () => {
  it("passes the caller of a valid token to the owning service", async () => {
    const { id } = demo.users.seller_mla;
    const answer = await http.get("/questions/search", bearer("seller_mla"));
    expect(answer.json()).toEqual({
      service: "questions",
      method: "GET",
      pathname: "/questions/search",
      authentication: {
        kind: "caller",
        caller: {
          userId: id,
          applicationId: demo.applications.default.id,
          siteId: "MLA",
          scopes: ["read", "write"],
          roles: ["seller", "buyer"],
        },
      },
    });
  });

  it("reads a path that came as one encoded segment, and leaves encoded slashes inside a segment alone", async () => {
    const pathOf = async (path: string) =>
      (await http.get(path, bearer("seller_mla"))).json<{ pathname: string }>().pathname;
    expect(await pathOf("/questions%2Fsearch?item=a%2Fb")).toBe("/questions/search");
    expect(await pathOf("/packs%2f1%2ffiscal_documents")).toBe("/packs/1/fiscal_documents");
    expect(await pathOf("/packs/1/fiscal_documents/a%2Fb")).toBe("/packs/1/fiscal_documents/a%2Fb");
    const found = `/users%2F${demo.users.buyer_mla.id}%3Fattributes%3Did`;
    const answer = await http.get(`${found}?access_token=${demo.users.seller_mla.access_token}`);
    expect(answer.json()).toEqual({ id: demo.users.buyer_mla.id });
    const me = await http.get("/users%2Fme", bearer("seller_mla"));
    expect(me.json()).toMatchObject({ id: demo.users.seller_mla.id });
  });

  it("takes the token from the older query parameter too", async () => {
    expect(await kindOf(`/items/MLA1?access_token=${demo.users.buyer_mla.access_token}`)).toBe("caller");
  });

  it("lets the service decide about missing and invalid tokens", async () => {
    const { expired, revoked } = demo.tokens;
    expect(await kindOf("/packs/1/fiscal_documents")).toBe("none");
    expect(await kindOf("/packs/1", { Authorization: "Basic dTpw" })).toBe("none");
    expect(await kindOf("/packs/1", { Authorization: "Bearer" })).toBe("none");
    expect(await kindOf("/packs/1", { Authorization: "Bearer garbage" })).toBe("invalid");
    expect(await kindOf("/packs/1", { Authorization: "Bearer APP_USR-1-0123456789abcdef-2" })).toBe(
      "invalid",
    );
    expect(await kindOf("/packs/1", { Authorization: `Bearer ${expired}` })).toBe("invalid");
    expect(await kindOf("/packs/1", { Authorization: `Bearer ${revoked}` })).toBe("invalid");
    expect(await kindOf("/packs/1?access_token=garbage")).toBe("invalid");
  });

  it("answers OPTIONS without checking the token", async () => {
    const answer = await http.options("/items", { headers: { Authorization: "Bearer garbage" } });
    expect(answer.json()).toMatchObject({ method: "OPTIONS", authentication: { kind: "none" } });
  });

  it("answers unknown paths without checking the token", async () => {
    const headers = { Authorization: "Bearer garbage" };
    expectProblem(await http.get("/nowhere", { headers }), 404, "resource not found");
    expectProblem(await http.get("/users/5/nothing", { headers }), 404, "resource not found");
  });

  it("is alive, and ready while its database answers", async () => {
    expect((await http.get("/livez")).status).toBe(200);
    expect((await http.get("/readyz")).json()).toEqual({ status: "ok", checks: { database: "ok" } });
  });
});
