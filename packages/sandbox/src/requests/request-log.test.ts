import { expect, test } from "vitest";
import { Recorded } from "./recorded.ts";
import { createRequestLog } from "./request-log.ts";

function answered(id: string, body = ""): Recorded {
  const recorded = new Recorded("GET", `/${id}`, []);
  recorded.setHeaders = { "X-Request-Id": id };
  recorded.answerBody.take(body, "utf8");
  recorded.end(200, true);
  return recorded;
}

test("the latest requests stay, and bodies within their budget", () => {
  const log = createRequestLog({ capacity: 4, bodyBudget: 10, perSecond: 1 });
  const added = Array.from({ length: 7 }, (_, number) => answered(`r${number}`, "abcd"));
  for (const one of added) log.add(one);
  expect([...log.latest()].map(({ id }) => id)).toEqual(["r6", "r5", "r4", "r3"]);
  expect(added.map(({ answerBody }) => answerBody.kept)).toEqual([0, 0, 0, 0, 0, 4, 4]);
  expect(log.find("r4")?.answerBody.cut).toBe(true);
  expect(log.find("r2")).toBeUndefined();
  log.add(answered("r7", "x".repeat(50)));
  expect(log.find("r7")?.answerBody.kept).toBe(50);
  expect(log.find("r6")?.answerBody.kept).toBe(0);
});

test("of an id that was used twice, the newer request is found", () => {
  const log = createRequestLog();
  log.add(answered("same", "first"));
  log.add(answered("same", "second"));
  expect(log.find("same")?.answerBody.bytes().toString()).toBe("second");
});

test("who follows is told of each request until it ends", () => {
  const log = createRequestLog();
  const told: string[] = [];
  const end = log.follow(({ id }) => told.push(id));
  log.add(answered("a"));
  end();
  log.add(answered("b"));
  expect(told).toEqual(["a"]);
});

test("requests beyond the rate are not recorded, but counted", () => {
  const log = createRequestLog({ capacity: 4, bodyBudget: 10, perSecond: 0 });
  const admitted = Array.from({ length: 7 }, () => log.admits());
  expect(admitted).toEqual([true, true, true, true, false, false, false]);
  expect(log.skipped).toBe(3);
});
