import { type Check, failed, passed, skipped, type Verdict } from "./check.ts";
import type { Course } from "./course.ts";
import { type Answer, isTaken, type Message, saying, unsigned, wronglySigned } from "./receiver-probe.ts";

const isRefused = ({ status = 0 }: Answer): boolean => status >= 400 && status < 500;

/** What has to be refused tells nothing about a receiver that refuses everything. */
const refusesAll = skipped(
  "it refuses genuine notifications, too: give it the webhook secret of the certification",
);

/** A receiver that takes genuine notifications must refuse these. */
async function refuses(course: Course, forged: Record<string, Message>): Promise<Verdict> {
  if (!isTaken(await course.post(course.signed(course.payload())))) return refusesAll;
  for (const [name, message] of Object.entries(forged)) {
    const answer = await course.post(message);
    if (!isRefused(answer)) return failed(`a notification ${name} ${saying(answer)}, not 4xx`);
  }
  return passed;
}

/** A receiver must take these, in this order. */
async function takes(course: Course, payloads: Record<string, object>): Promise<Verdict> {
  for (const [name, changes] of Object.entries(payloads)) {
    const answer = await course.post(course.signed(course.payload(changes)));
    if (!isTaken(answer)) return failed(`a notification ${name} ${saying(answer)}`);
  }
  return passed;
}

const hourMs = 3_600_000;
const burst = 50;

/** What a receiver answers, whatever the integration does with it. */
export const receiverChecks = {
  signature: {
    id: "signature",
    group: "receiver",
    title: "Refuses notifications that are signed wrongly, or not at all",
    why: "Anybody who finds the address can send to it: the signature alone tells the marketplace from others.",
    remedy: "Verify the three webhook-… headers with a library of Standard Webhooks, and answer 401 or 400.",
    judge(course) {
      const genuine = () => course.signed(course.payload());
      return refuses(course, {
        "with a wrong signature": wronglySigned(genuine()),
        "without a signature": unsigned(genuine()),
      });
    },
  },
  staleTimestamp: {
    id: "stale-timestamp",
    group: "receiver",
    title: "Refuses notifications that were signed long ago",
    why: "A notification that somebody recorded can be sent again for ever, with its good signature.",
    remedy: "Refuse a webhook-timestamp that is more than five minutes away; libraries do so by default.",
    judge: (course) =>
      refuses(course, {
        "signed ten minutes ago": course.signed(course.payload(), { agoMs: hourMs / 6 }),
      }),
  },
  alteredBody: {
    id: "altered-body",
    group: "receiver",
    title: "Refuses a body that is not the one that was signed",
    why: "A signature that is not compared with the bytes of this body proves nothing about it.",
    remedy: "Verify over the body as it arrived, before it is parsed, each time again.",
    async judge(course) {
      const payload = course.payload();
      const genuine = course.signed(payload);
      if (!isTaken(await course.post(genuine))) return refusesAll;
      const body = JSON.stringify({ ...payload, resource: "/questions/1" });
      return refuses(course, { "whose body was altered": { ...genuine, body } });
    },
  },
  duplicates: {
    id: "duplicates",
    group: "receiver",
    title: "Acknowledges a notification that it has had before",
    why: "Delivery is at least once: an acknowledgment that is lost brings the same _id again.",
    remedy: "Remember the _id of what was done, and answer 200 to it without doing it twice.",
    async judge(course) {
      const message = course.signed(course.payload());
      for (const time of ["first", "second"]) {
        const answer = await course.post(message);
        if (!isTaken(answer)) return failed(`the ${time} one ${saying(answer)}`);
      }
      return passed;
    },
  },
  order: {
    id: "order",
    group: "receiver",
    title: "Acknowledges notifications that come in another order than they happened",
    why: "A notification that is tried again arrives after later ones.",
    remedy: "Take a notification as a hint to read its resource, not as a step of a sequence.",
    judge(course) {
      const now = Date.parse(String(course.payload().sent));
      const earlier = new Date(now - hourMs).toISOString();
      return takes(course, { "of this moment": {}, "of an hour ago": { sent: earlier, received: earlier } });
    },
  },
  unknownParts: {
    id: "unknown-parts",
    group: "receiver",
    title: "Acknowledges topics and fields that it does not know",
    why: "Marketplaces add topics and fields without notice; what is refused is sent again and again.",
    remedy: "Ignore what you do not know, and answer 200.",
    judge: (course) =>
      takes(course, {
        "of an unknown topic": { topic: "certifications", resource: "/certifications/1" },
        "with unknown fields": { actions: ["created"], certification: { nested: [1, null, true] } },
      }),
  },
  oddValues: {
    id: "odd-values",
    group: "receiver",
    title: "Acknowledges resources of any form, and any characters",
    why: "The resource of a message is a bare id, others have a query; an exception is a notification lost.",
    remedy: "Acknowledge before you interpret the resource, and read the body as UTF-8.",
    judge: (course) =>
      takes(course, {
        "about a bare id": { topic: "messages", resource: "0e6f2b1c9d8a47b3", actions: ["read"] },
        "about a resource of two characters": { resource: "/1" },
        "with letters of many alphabets": { resource: "/questions/1?q=%C3%B1&text=ñandú-你好-🙂-\u2028" },
      }),
  },
  burst: {
    id: "burst",
    group: "receiver",
    title: `Acknowledges ${burst} notifications at once`,
    why: "A sale or an import changes many elements in a moment, and each change is a notification.",
    remedy: "Queue the work; let the handler do nothing but verify, store and answer.",
    async judge(course) {
      const messages = Array.from({ length: burst }, () => course.signed(course.payload()));
      const answers = await Promise.all(messages.map(course.post));
      const missed = answers.filter((answer) => !isTaken(answer));
      const [first] = missed;
      return first ? failed(`${missed.length} were not acknowledged; one ${saying(first)}`) : passed;
    },
  },
  malformed: {
    id: "malformed",
    group: "receiver",
    title: "Keeps answering after a body that is no JSON",
    why: "An exception that ends the process, or a worker, loses the notifications behind it.",
    remedy: "Catch the parser's error, answer 400, and go on.",
    async judge(course) {
      const answer = await course.post(course.signedText('{"resource": "/questions/'));
      const { status = 500 } = answer;
      if (status >= 500) return failed(`the malformed body ${saying(answer)}`);
      const next = await course.post(course.signed(course.payload()));
      return isTaken(next) ? passed : failed(`the notification after it ${saying(next)}`);
    },
  },
  otherMethods: {
    id: "other-methods",
    group: "receiver",
    title: "Answers GET and HEAD without breaking, and redirects nobody",
    why: "Monitors and load balancers ask by GET; the marketplace follows no redirect of a notification.",
    remedy:
      "Answer 200 or 405 to GET and HEAD. Register the final address: https, with or without the slash.",
    async judge(course) {
      for (const method of ["GET", "HEAD"] as const) {
        const answer = await course.read(method);
        const { status = 500 } = answer;
        if (status >= 500 || (status >= 300 && status < 400)) return failed(`${method} ${saying(answer)}`);
      }
      const next = await course.post(course.signed(course.payload()));
      return isTaken(next) ? passed : failed(`the notification after them ${saying(next)}`);
    },
  },
} satisfies Record<string, Check>;
