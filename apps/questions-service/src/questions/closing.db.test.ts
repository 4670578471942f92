import { expectProblem } from "@marketplace/testkit";
import { asAnotherRequest } from "@marketplace/testkit/postgres";
import { describe, expect, it } from "vitest";
import { questionsRpc } from "../rpc.ts";
import { buyer, operator, questionsService, seller } from "../service.fixture.ts";
import { ask as askQuestion, closeItem, newQuestion } from "./questions.service.ts";

const { http, ask, deps, meanwhile, someoneWaits, recordedEvents } = await questionsService();
const close = (item_id: string) => questionsRpc(deps).itemClosed({ item_id });
const approve = (id: number) =>
  http.post(`/questions/${id}/review`, { as: operator, body: { decision: "approve" } });
const statusOf = async (id: number) =>
  (await http.get(`/questions/${id}`, { as: seller })).json<{ status: string }>().status;

describe("closing an item", () => {
  it("closes what waits for an answer, each with one event, and nothing a second time", async () => {
    const answered = await ask("primera", { item_id: "MLA100" });
    await http.post("/answers", { as: seller, body: { question_id: answered.id, text: "Sí" } });
    const waiting = await ask("segunda", { item_id: "MLA100" });
    const before = (await recordedEvents()).length;
    expect(await close("MLA100")).toEqual({ closed: 1 });
    expect(await close("MLA100")).toEqual({ closed: 0 });
    expect(await statusOf(waiting.id)).toBe("CLOSED_UNANSWERED");
    expect(await statusOf(answered.id)).toBe("ANSWERED");
    const events = (await recordedEvents()).slice(before);
    expect(events.map(({ resource }) => resource)).toEqual([`/questions/${waiting.id}`]);
  });

  it("closes a held question when it is released", async () => {
    const held = await ask("llamame al +5491144445555", { item_id: "MLA101" });
    expect(await close("MLA101")).toEqual({ closed: 0 });
    expect(await statusOf(held.id)).toBe("UNDER_REVIEW");
    await approve(held.id);
    expect(await statusOf(held.id)).toBe("CLOSED_UNANSWERED");
  });

  it("refuses a question that was being asked when the item closed, and records no event of it", async () => {
    meanwhile.itemsAreRead = async () => {
      expect(await close("MLA105")).toEqual({ closed: 0 });
    };
    const before = (await recordedEvents()).length;
    const body = { item_id: "MLA105", text: "justo a tiempo" };
    const answer = await http.post("/questions", { as: buyer, body });
    delete meanwhile.itemsAreRead;
    expectProblem(answer, 400, "not_active_item", "Item MLA105 is not active");
    expect((await recordedEvents()).length).toBe(before);
    expect((await http.get("/questions/search?item=MLA105", { as: operator })).json()).toMatchObject({
      total: 0,
      questions: [],
    });
  });

  it("refuses a question that waits for the item to be closed", async () => {
    const asking = await deps.transaction(async () => {
      await closeItem(deps, "MLA106");
      const answer = http.post("/questions", { as: buyer, body: { item_id: "MLA106", text: "¿Llego?" } });
      await Promise.race([answer, someoneWaits()]);
      return { answer };
    });
    expect((await asking.answer).status).toBe(400);
  });

  it("waits for a question that is being stored, and closes it", async () => {
    const caller = { userId: 3_000_000_003, applicationId: 1, siteId: "MLA", scopes: [], roles: [] };
    const question = await newQuestion(deps, caller, { item_id: "MLA107", text: "justo a tiempo" });
    const { asked, closing } = await deps.transaction(async () => {
      const asked = await askQuestion(deps, question);
      const closing = asAnotherRequest(() => close("MLA107"));
      await Promise.race([closing, someoneWaits()]);
      return { asked, closing: { promise: closing } };
    });
    expect(await closing.promise).toEqual({ closed: 1 });
    expect(await statusOf(asked.id)).toBe("CLOSED_UNANSWERED");
  });

  it("closes a question that is released from its review at the same moment", async () => {
    const held = await ask("llamame al +5491144445555", { item_id: "MLA108" });
    const releasing = await deps.transaction(async () => {
      await closeItem(deps, "MLA108");
      const answer = approve(held.id);
      await Promise.race([answer, someoneWaits()]);
      return { answer };
    });
    expect((await releasing.answer).json()).toMatchObject({ status: "CLOSED_UNANSWERED" });
  });
});
