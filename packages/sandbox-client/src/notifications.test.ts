import { expect, it } from "vitest";
import type { Lab } from "./lab.ts";
import { createNotifications } from "./notifications.ts";

/** A lab whose world has these notifications, in the order in which they were sent. */
function labWith(sent: { id: string; topic: string }[]): Lab {
  const answer = (path: string, { topic, offset, limit }: Record<string, unknown>) => {
    const id = /^\/notifications\/(.+)$/.exec(path)?.[1];
    if (id !== undefined) return detailsOf(id);
    const all = sent.filter((one) => topic === undefined || one.topic === topic).toReversed();
    const [from, size] = [Number(offset), Number(limit)];
    return {
      paging: { total: all.length, offset: from, limit: size },
      results: all.slice(from, from + size),
    };
  };
  return async <T>(_method: string, path: string, { query = {} } = {}) => answer(path, query) as T;
}

const detailsOf = (id: string) => ({
  attempts: [
    { headers: {}, body: "{}", failure: "answered HTTP 503" },
    { headers: { "webhook-id": id }, body: JSON.stringify({ _id: id }), failure: null },
    { headers: {}, body: "{}", failure: "answered HTTP 503" },
  ],
});

const questions = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `n${index}`, topic: "questions" }));

it("gives each notification once, the oldest first, also to callers at once", async () => {
  const { next } = createNotifications(labWith([...questions(3), { id: "other", topic: "items" }]));
  const given = await Promise.all([next("questions"), next("questions"), next("questions")]);
  expect(given.map(({ _id }) => _id).toSorted()).toEqual(["n0", "n1", "n2"]);
  expect((await next("items"))._id).toBe("other");
});

it("gives the attempt that was acknowledged, as it was sent", async () => {
  const { next } = createNotifications(labWith(questions(1)));
  expect((await next("questions")).request).toEqual({
    headers: { "webhook-id": "n0" },
    body: '{"_id":"n0"}',
  });
});

it("finds the oldest among more than a page", async () => {
  const { next } = createNotifications(labWith(questions(250)));
  expect([(await next("questions"))._id, (await next("questions"))._id]).toEqual(["n0", "n1"]);
});

it("waits for one that is sent later", async () => {
  const sent: { id: string; topic: string }[] = [];
  const { next } = createNotifications(labWith(sent));
  const waiting = next("questions");
  sent.push(...questions(1));
  expect((await waiting)._id).toBe("n0");
});

it("says what was sent instead when none comes in time", async () => {
  const { next } = createNotifications(labWith([{ id: "a", topic: "items" }]));
  await expect(next("questions", { timeoutMs: 1 })).rejects.toThrow(
    "No further notification of questions within 1 ms; sent were items",
  );
  const { next: ofNone } = createNotifications(labWith([]));
  await expect(ofNone("items", { timeoutMs: 1 })).rejects.toThrow("none of any topic was sent");
});
