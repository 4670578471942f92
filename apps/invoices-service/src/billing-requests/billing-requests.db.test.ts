import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { createMailDispatcher } from "../mail/mail-dispatcher.job.ts";
import { buyer, ids, invoicesService, seller, silentSeller } from "../service.fixture.ts";

const { http, sale, sent, recordedEvents, deps } = await invoicesService();
const pathOf = (packId: number | string) => `/packs/${packId}/fiscal_documents/request`;
const ask = async (body: unknown, packId?: number) =>
  http.post(pathOf(packId ?? (await sale()).packId), { as: seller, body });

describe("a request for billing data", () => {
  it("reaches the buyer by e-mail and by an event", async () => {
    const { packId } = await sale();
    const answer = await ask({ text: "¿Me pasa su CUIT?" }, packId);
    expect([answer.status, answer.json()]).toEqual([200, { pack_id: packId, status: "sent" }]);
    expect(await createMailDispatcher(deps).sendDue()).toBe(1);
    expect(sent.at(-1)).toMatchObject({
      to: { address: `user${ids.buyer}@marketplace.example` },
      subject: `Datos de facturación de tu compra ${packId}`,
      text: expect.stringContaining("¿Me pasa su CUIT?"),
    });
    expect((await recordedEvents()).at(-1)).toEqual({
      topic: "messages",
      resource: pathOf(packId),
      user_id: ids.buyer,
    });
  });

  it("repeated with its Idempotency-Key reaches the buyer once", async () => {
    const { packId } = await sale();
    const request = { as: seller, body: { text: "¿Su CUIT?" }, headers: { "Idempotency-Key": "request-1" } };
    const first = await http.post(pathOf(packId), request);
    const events = await recordedEvents();
    const again = await http.post(pathOf(packId), request);
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect(await recordedEvents()).toEqual(events);
    expect(await createMailDispatcher(deps).sendDue()).toBe(1);
  });

  const internal = "internal_server_error";
  const tooLong = "The text cannot be longer than the maximum of 500 characters";
  it.each<[string, unknown, number, string, string]>([
    ["an empty body", undefined, 500, internal, "The body of the request cannot be empty"],
    ["a body that is cut off", '{"text":', 500, internal, "Error retrieving the body from the request"],
    ["no text", {}, 400, "bad_request", "The text cannot be empty"],
    ["an empty text", { text: "" }, 400, "bad_request", "The text cannot be empty"],
    ["a blank text", { text: " \n" }, 400, "bad_request", "The text cannot be empty"],
    ["501 characters", { text: "ñ".repeat(501) }, 400, "bad_request", tooLong],
    ["a text without letters and digits", { text: "?!… 🎉" }, 406, "not_acceptable", "The text is not valid"],
    [
      "a number for a text",
      { text: 5 },
      400,
      "bad_request",
      "Invalid body.text: Invalid input: expected string",
    ],
    ["another field", { text: "a", to: 1 }, 400, "bad_request", "Invalid body.to: unknown field to"],
  ])("with %s is refused", async (_, body, status, error, message) => {
    const events = await recordedEvents();
    const answer = await ask(body);
    expectProblem(answer, status, error);
    expect(answer.json<{ message: string }>().message.startsWith(message)).toBe(true);
    expect(await recordedEvents()).toEqual(events);
  });

  it.each([" ", "n".repeat(501), "?"])("names an invalid text in cause", async (text) => {
    expect((await ask({ text })).json()).toMatchObject({ cause: [{ references: ["body.text"] }] });
  });

  it("takes 500 characters, counted as code points", async () => {
    expect((await ask({ text: "😀".repeat(499).concat("a") })).status).toBe(200);
  });

  it("is allowed to the pack's seller with messaging, on sites that have the service", async () => {
    const body = { text: "Hola" };
    const { packId } = await sale();
    const denied = "Access Denied, you are not authorized.";
    expectProblem(await http.post(pathOf(packId), { as: buyer, body }), 403, "forbidden", denied);
    expectProblem(await ask(body, 9_999_999_999), 403, "forbidden", denied);
    const silent = await sale({ sellerId: 3_000_000_005 });
    const refused = await http.post(pathOf(silent.packId), { as: silentSeller, body });
    expectProblem(refused, 403, "forbidden", "Access Denied, you are not allowed to use messaging.");
    const brazil = await sale({ siteId: "MLB" });
    expectProblem(await ask(body, brazil.packId), 403, "forbidden", /not available on your site: MLB$/);
    const bad = await http.post(pathOf("abc"), { as: seller, body });
    expectProblem(bad, 400, "bad_request", "pack.id must be numeric and not empty");
  });
});
