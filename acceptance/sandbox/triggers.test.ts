import { expect, test, vi } from "vitest";
import { get, post } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { users } from "../api/world.ts";
import { admin, worldOfFile } from "./lab.ts";

// Making worlds takes seconds, and longer on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const world = worldOfFile();

const inWorld = () => ({ token: admin, headers: { "X-Sandbox-World": world().world.id } });
const trigger = (body: object) => post("/_sandbox/trigger", { ...inWorld(), body });

interface Result {
  event: string;
  steps: { name: string; status: number }[];
  created: Record<string, unknown>;
}

test("every event of the list can be made to happen", async () => {
  const listed = await get("/_sandbox/triggers", { token: admin });
  const events = listed.json<{ results: { event: string }[] }>().results.map(({ event }) => event);
  expect(events).toEqual(
    expect.arrayContaining([
      "question.asked",
      "question.answered",
      "question.banned",
      "item.created",
      "item.paused",
      "item.closed",
      "order.paid",
      "order.cancelled",
      "pack.paid",
      "shipment.ready_to_ship",
      "shipment.shipped",
      "shipment.delivered",
      "shipment.not_delivered",
      "flex.assigned",
      "invoice.uploaded",
      "invoice.requested",
      "token.revoked",
      "application.unreachable",
    ]),
  );
  for (const event of events) {
    const answer = await trigger({ event });
    expect({ event, status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    const { steps, created } = answer.json<Result>();
    expect(steps.every(({ status }) => status >= 200 && status < 300)).toBe(true);
    expect(Object.values(created)).not.toContain(null);
  }
}, 300_000);

test("values replace those of the trigger, and the event is in the world alone", async () => {
  const text = "¿Viene con caja?";
  const { created } = (await trigger({ event: "question.asked", with: { text } })).json<Result>();
  const token = world().users.seller_mla?.access_token ?? "";
  const read = await get(`/questions/${created.question_id}?api_version=4`, { token });
  expect(read.json()).toMatchObject({ text, buyer_id: users.buyer_mla.id });
  const elsewhere = await get(`/questions/${created.question_id}?api_version=4`, { as: users.seller_mla });
  expect(elsewhere.text).not.toContain(text);
});

test("a trigger of one's own is run; what it refers to must be there", async () => {
  const own = {
    event: "mine",
    description: "reads who the buyer is",
    steps: [{ name: "me", as: "buyer_mla", method: "GET", path: "/users/me" }],
    created: { user_id: "${me:id}" },
  };
  const answer = await trigger({ trigger: own });
  expect(answer.json()).toEqual({
    event: "mine",
    steps: [{ name: "me", status: 200 }],
    created: { user_id: users.buyer_mla.id },
  });
  expectProblem(await trigger({ trigger: { ...own, created: { id: "${me:none}" } } }), 400, "bad_request");
  const [step] = own.steps;
  expectProblem(await trigger({ trigger: { ...own, steps: [{ ...step, as: "who" }] } }), 400, "bad_request");
});

test("unknown events and values are refused, and so is a step of the API", async () => {
  expectProblem(await trigger({ event: "nothing.happened" }), 404, "not_found");
  expectProblem(await trigger({ event: "question.asked", with: { tone: "loud" } }), 400, "bad_request");
  expectProblem(await trigger({}), 400, "bad_request");
  const refused = await trigger({ event: "question.asked", with: { item_id: "MLA1" } });
  expectProblem(refused, 409, "conflict");
  expect(refused.json<{ message: string }>().message).toContain("step question was answered 404");
});

test("every scenario of the list goes as expected", async () => {
  const listed = await get("/_sandbox/scenarios", { token: admin });
  const names = listed.json<{ results: { name: string }[] }>().results.map(({ name }) => name);
  expect(names).toEqual(["flex-day", "hot-sale", "order-lifecycle", "refresh-race", "webhook-outage"]);
  for (const name of names) {
    const run = await post(`/_sandbox/scenarios/${name}/runs`, inWorld());
    expect({ name, status: run.status, run: run.json() }).toMatchObject({
      status: 201,
      run: { scenario: name, passed: true },
    });
  }
  expectProblem(await post("/_sandbox/scenarios/nothing/runs", inWorld()), 404, "not_found");
}, 600_000);
