import { describe, expect, it } from "vitest";
import { questionsRpc } from "../rpc.ts";
import { operator, questionsService, seller } from "../service.fixture.ts";
import { closeItem } from "./questions.service.ts";

const { http, ask, deps, meanwhile, someoneWaits, recordedEvents } = await questionsService();
const close = (item_id: string) => questionsRpc(deps()).itemClosed({ item_id });
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

  it("closes a question that was being asked when the item closed", async () => {
    let closing: Promise<{ closed: number }> | undefined;
    meanwhile.itemsAreRead = async () => {
      closing = close("MLA101");
      await Promise.race([closing, someoneWaits()]);
    };
    const asked = await ask("justo a tiempo", { item_id: "MLA101" });
    delete meanwhile.itemsAreRead;
    expect(await closing).toEqual({ closed: 1 });
    expect(await statusOf(asked.id)).toBe("CLOSED_UNANSWERED");
  });

  it("closes a question that is released from its review at the same moment", async () => {
    const held = await ask("llamame al +5491144445555", { item_id: "MLA101" });
    const releasing = await deps().transaction(async () => {
      await closeItem(deps(), "MLA101");
      const answer = approve(held.id);
      await Promise.race([answer, someoneWaits()]);
      return { answer };
    });
    expect((await releasing.answer).json()).toMatchObject({ status: "CLOSED_UNANSWERED" });
  });
});
