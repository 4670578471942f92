import { expect, it } from "vitest";
import { remoteChangeFeed } from "./remote-change-feed.ts";

/** A feed of a service that answers each question when the test says so, and what the feed told. */
function listening() {
  const clock = { ms: 0 };
  const asked: {
    after: string | undefined;
    answer: PromiseWithResolvers<{ position: string; keys: string[] | null }>;
  }[] = [];
  const ask = ({ after }: { after?: string }) => {
    const answer = Promise.withResolvers<{ position: string; keys: string[] | null }>();
    asked.push({ after, answer });
    return answer.promise;
  };
  const question = async (number: number) => {
    await expect.poll(() => asked.length).toBe(number);
    const last = asked[number - 1];
    if (!last) throw new Error("nothing was asked");
    return last;
  };
  const feed = remoteChangeFeed(ask, { retryMs: 1, now: () => clock.ms });
  const told: (string | undefined)[] = [];
  feed.on((name) => told.push(name));
  feed.start();
  return { feed, told, question, clock };
}

it("is live from the first answer on, reports changes, and continues from its position", async () => {
  const { feed, told, question } = listening();
  expect(feed.live).toBe(false);
  const first = await question(1);
  expect(first.after).toBeUndefined();
  first.answer.resolve({ position: "1", keys: null });
  const second = await question(2);
  expect(feed.live).toBe(true);
  expect(second.after).toBe("1");
  second.answer.resolve({ position: "3", keys: ["tree", "titles"] });
  const third = await question(3);
  expect(third.after).toBe("3");
  expect(told).toEqual([undefined, "tree", "titles"]);
  await feed.stop();
  expect(feed.live).toBe(false);
  third.answer.resolve({ position: "4", keys: ["late"] });
  expect(told).toHaveLength(3);
});

it("invalidates everything when a call fails, and is live again after the next answer", async () => {
  const { feed, told, question } = listening();
  (await question(1)).answer.resolve({ position: "1", keys: null });
  (await question(2)).answer.reject(new Error("gone"));
  const third = await question(3);
  expect(feed.live).toBe(false);
  expect(told).toEqual([undefined, undefined]);
  expect(third.after).toBeUndefined();
  third.answer.resolve({ position: "9", keys: null });
  await question(4);
  expect(feed.live).toBe(true);
  await feed.stop();
});

it("is not live while a call gets no answer, and forgets what a late answer names", async () => {
  const { feed, told, question, clock } = listening();
  (await question(1)).answer.resolve({ position: "1", keys: null });
  const late = await question(2);
  clock.ms = 499;
  expect(feed.live).toBe(true);
  clock.ms = 500;
  expect(feed.live).toBe(false);
  late.answer.resolve({ position: "2", keys: ["tree"] });
  (await question(3)).answer.resolve({ position: "2", keys: [] });
  await question(4);
  expect(told).toEqual([undefined, "tree"]);
  expect(feed.live).toBe(true);
  await feed.stop();
});
