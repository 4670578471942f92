import { randomUUID } from "node:crypto";
import { bareApp, failure, mount } from "@marketplace/conventions";
import { asCaller, callers, conforms, expectProblem, startApp, testConventions } from "@marketplace/testkit";
import { expect, test } from "vitest";
import { startGateway } from "../gateway.fixture.ts";
import { missedFeeds } from "./missed-feeds.resource.ts";
import { eventFor } from "./notifications.fixture.ts";
import { startSink } from "./sink.fixture.ts";

const sink = await startSink();
const { deps, clock, demo } = await startGateway({ config: { allowPrivateCallbacks: true } });
const conventions = testConventions();
const http = startApp(async () => {
  const app = bareApp();
  app.use(mount([missedFeeds], deps, conventions));
  app.use(failure(conventions));
  return app;
});

const app_id = demo.applications.default.id;
const owner = asCaller({ userId: demo.users.seller_mla.id });
await deps.applications.change(app_id, { callback_url: sink.url });

const attempts = 8;
const hour = 3_600_000;

/** Makes a notification that nobody acknowledged in any attempt; returns its id. */
async function miss(resource = "/questions/5036111111", actions?: string[]): Promise<string> {
  sink.answerWith(500);
  sink.arrivals.length = 0;
  await deps.notifications.publish({ events: [eventFor(demo.users.seller_mla.id, { resource, actions })] });
  for (let attempt = 0; attempt < attempts; attempt++) {
    await deps.notifications.deliver(app_id);
    clock.advance(hour);
  }
  clock.advance(-hour);
  sink.answerWith(200);
  return sink.arrivals[0]?.message._id ?? "";
}

const list = async (query = "") =>
  (await http.get(`/missed_feeds?app_id=${app_id}${query}`, { as: owner })).json<{
    messages: { _id: string }[];
    paging: { total: number };
  }>();
const replay = (id: string, as = owner) => http.post(`/missed_feeds/${id}/replay`, { as });

test("a notification is listed after its eighth attempt", async () => {
  const id = await miss("/questions/5036222222", ["created"]);
  const listed = await list();
  expect(listed.messages).toEqual([
    {
      _id: id,
      resource: "/questions/5036222222",
      user_id: demo.users.seller_mla.id,
      topic: "questions",
      actions: ["created"],
      application_id: app_id,
      attempts,
      sent: clock.now().toISOString(),
      received: new Date(clock.now().getTime() - (attempts - 1) * hour).toISOString(),
      failure: "answered HTTP 500",
    },
  ]);
  expect(listed.paging).toEqual({ total: 1, offset: 0, limit: 50 });
});

test("the latest come first, page by page", async () => {
  const ids = [await miss(), await miss()];
  const { messages, paging } = await list("&limit=1&offset=1");
  expect(messages.map(({ _id }) => _id)).toEqual([ids[0]]);
  expect(paging).toMatchObject({ offset: 1, limit: 1 });
});

test("after two days it is neither listed nor replayed, and then deleted", async () => {
  const id = await miss();
  clock.advance(48 * hour);
  expect((await list()).messages.map(({ _id }) => _id)).toContain(id);
  clock.advance(1);
  expect((await list()).messages).toEqual([]);
  expectProblem(await replay(id), 404, "not_found", `Missed feed not found: ${id}`);
  await deps.purge();
  clock.advance(-48 * hour);
  expect((await list()).messages.map(({ _id }) => _id)).not.toContain(id);
});

test("a replayed notification is delivered again under the same id, and is no longer missed", async () => {
  const id = await miss();
  sink.arrivals.length = 0;
  const answer = await replay(id);
  expect(answer.json()).toMatchObject({ _id: id, attempts });
  await deps.notifications.deliver(app_id);
  expect(sink.arrivals.map(({ message }) => [message._id, message.attempts])).toEqual([[id, 1]]);
  expect((await list()).messages.map(({ _id }) => _id)).not.toContain(id);
  expectProblem(await replay(id), 404, "not_found", `Missed feed not found: ${id}`);
});

test("one of several parallel replays succeeds", async () => {
  const id = await miss();
  const statuses = (await Promise.all(Array.from({ length: 5 }, () => replay(id)))).map(
    ({ status }) => status,
  );
  expect(statuses.toSorted()).toEqual([200, 404, 404, 404, 404]);
});

test("only the application's owner lists and replays", async () => {
  const id = await miss();
  const stranger = asCaller({ userId: demo.users.seller2_mla.id });
  const words = "Only the owner of the application may do this";
  expectProblem(await http.get(`/missed_feeds?app_id=${app_id}`, { as: stranger }), 403, "forbidden", words);
  expectProblem(await replay(id, stranger), 403, "forbidden", words);
  expectProblem(await replay(id, callers.operator), 403, "forbidden", words);
  expect((await list()).messages.map(({ _id }) => _id)).toContain(id);
});

test("nothing is replayed to a disabled application; it can be once it is enabled", async () => {
  const id = await miss();
  await deps.applications.change(app_id, { disabled_by: "owner" });
  expectProblem(await replay(id), 409, "conflict", "The application is disabled: it gets no notifications");
  expect((await list()).messages.map(({ _id }) => _id)).toContain(id);
  await deps.applications.change(app_id, { disabled_by: null });
  expect((await replay(id)).status).toBe(200);
});

test("requires the id of an existing application", async () => {
  for (const query of ["", "?app_id=", "?app_id=x", "?app_id=1.5"])
    expectProblem(await http.get(`/missed_feeds${query}`, { as: owner }), 400, "bad_request");
  for (const id of ["1", "99999999999999999999"])
    expectProblem(await http.get(`/missed_feeds?app_id=${id}`, { as: owner }), 404, "not_found");
});

test("answers 400 to a malformed id and 404 to an unknown one", async () => {
  expectProblem(await replay("1"), 400, "bad_request");
  const unknown = randomUUID();
  expectProblem(await replay(unknown), 404, "not_found", `Missed feed not found: ${unknown}`);
});

conforms(missedFeeds, {
  http,
  as: owner,
  examples: {
    listMissedFeeds: { query: { app_id } },
    replayMissedFeed: async () => ({ params: { _id: await miss() } }),
  },
});
