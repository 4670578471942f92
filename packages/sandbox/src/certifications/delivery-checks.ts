import { type Check, failed, noClient, passed, skipped } from "./check.ts";
import { isCall } from "./client-requests.ts";
import type { Course } from "./course.ts";

const minuteMs = 60_000;
/** After so long all attempts to deliver have been made. */
const allAttemptsMs = 120 * minuteMs;
/** A single slow answer may be the machine's. */
const samples = 3;

/** The fastest of some answers to genuine notifications, in milliseconds. */
async function fastestAnswer(course: Course): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let sample = 0; sample < samples; sample += 1)
    fastest = Math.min(fastest, (await course.post(course.signed(course.payload()))).ms);
  return Math.round(fastest);
}

/** How the integration takes what really happens in its world. */
export const deliveryChecks = {
  acknowledges: {
    id: "acknowledges",
    group: "receiver",
    title: "Acknowledges a notification with 200 within 500 ms",
    why: "Only HTTP 200 within half a second acknowledges; anything else is sent again, and missed in the end.",
    remedy: "Answer 200 with an empty body as soon as the notification is stored.",
    async judge(course) {
      const { delivery } = await course.tell();
      const attempt = delivery?.attempts.at(-1);
      if (!attempt) return failed("no notification of a question was attempted in time");
      const { status } = attempt.result;
      if (status !== undefined && status !== 200) return failed(`the notification was answered ${status}`);
      if (attempt.result.failure === "the connection failed")
        return failed("nothing answers at this address");
      const ms = await fastestAnswer(course);
      if (ms <= course.limits.answerMs) return passed;
      return failed(`the fastest of ${samples} answers took ${ms} ms`);
    },
  },
  resource: {
    id: "resource",
    group: "receiver",
    title: "Reads the resource that it is told of",
    why: "A notification says that something changed, not what: the resource has it.",
    remedy: "GET the path of resource, with the token of user_id.",
    async judge(course) {
      const { resource, since } = await course.tell();
      const read = () => since().some(({ path, status }) => path === resource && status === 200);
      if (await course.until(read)) {
        await course.settled();
        return passed;
      }
      if (since().length === 0) return noClient;
      const asked = since().map(({ method, path, status }) => `${method} ${path} ${status}`);
      return failed(`${resource} was not read, but ${asked.slice(0, 3).join(", ")}`);
    },
  },
  acknowledgesFirst: {
    id: "acknowledges-first",
    group: "receiver",
    title: "Acknowledges before it calls the API",
    why: "When the API is slow, a handler that waits for it misses the half second, and is told again.",
    remedy: "Store the notification, answer, and let a worker do the rest.",
    async judge(course) {
      if (!(await course.hasClient())) return noClient;
      const delayMs = Math.min(3 * course.limits.answerMs, course.limits.callMs / 2);
      const before = course.requests().length;
      course.injectCallFault({ delay: { type: "fixed", ms: delayMs } });
      const { ms } = await course.post(course.signed(course.payload()));
      const isSlowed = () =>
        course
          .requests()
          .slice(before)
          .some(({ fault }) => fault !== undefined);
      const called = await course.until(isSlowed);
      course.endFaults();
      await course.settled();
      if (!called) return skipped("the integration called no operation of the API for this notification");
      if (ms < 0.9 * delayMs) return passed;
      return failed(`the API took ${delayMs} ms, and so the acknowledgment ${Math.round(ms)} ms`);
    },
  },
  retry: {
    id: "retry",
    group: "receiver",
    title: "Acknowledges a further attempt after one that failed",
    why: "Whatever could not be delivered comes again, with the same _id and a higher number of attempts.",
    remedy: "Treat attempts above 1 as any other notification.",
    async judge(course) {
      course.injectFault({ target: "notification", match: { first: 1 }, effect: { drop: true } });
      const { delivery } = await course.tell();
      if (!delivery) return failed("no notification of a question was attempted in time");
      await course.advance(minuteMs);
      const last = () => delivery.attempts.at(-1);
      const tried = await course.until(() => last()?.sent === true);
      course.endFaults();
      const { status, failure } = last()?.result ?? {};
      if (!tried) return failed("it was not tried again in time");
      if (status !== undefined && status >= 200 && status < 300) return passed;
      // What is too slow is told by `acknowledges`.
      if (failure?.startsWith("no answer")) return skipped("the second attempt was not answered in time");
      return failed(`the second attempt was answered ${status ?? "nothing"}`);
    },
  },
  missedFeeds: {
    id: "missed-feeds",
    group: "receiver",
    title: "Reads what it missed in an outage",
    why: "After eight attempts nothing is sent again: for two days GET /missed_feeds lists what was missed.",
    remedy:
      "Read GET /missed_feeds?app_id=… at the start and after a silence. An integration that reads it by the clock needs a longer --timeout.",
    async judge(course) {
      if (!(await course.hasClient())) return noClient;
      course.injectFault({ target: "notification", match: {}, effect: { drop: true } });
      await course.tell();
      await course.advance(allAttemptsMs);
      course.endFaults();
      const { since } = await course.tell();
      const read = () => since().some(({ method, path }) => method === "GET" && path === "/missed_feeds");
      const isRead = await course.until(read);
      await course.settled();
      if (isRead) return passed;
      return since().some(isCall) ? failed("GET /missed_feeds was not called after an outage") : noClient;
    },
  },
} satisfies Record<string, Check>;
