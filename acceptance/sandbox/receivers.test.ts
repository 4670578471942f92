import { Webhook } from "standardwebhooks";
import { afterAll, expect, test } from "vitest";
import { baseUrl, get, post, put } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { newItem, newQuestion, newUser, type Person, users } from "../api/world.ts";
import { admin } from "./lab.ts";

interface Attempt {
  answer: { status: number; body: string } | null;
  failure: string | null;
  body: string;
  headers: Record<string, string>;
  resent: boolean;
}
interface Shown {
  id: string;
  status: string;
  resource: string;
  request_id: string;
  attempts: Attempt[];
}
interface Got {
  received: number;
  results: {
    body: string;
    headers: Record<string, string>;
    notification: { _id: string; resource: string };
  }[];
}
interface Application {
  id: number;
  webhook_secret: string;
}

const subscribed: { as: Person; path: string }[] = [];
afterAll(async () => {
  for (const { as, path } of subscribed) await put(path, { as, body: { callback_url: null, topics: [] } });
});

const lab = <T>(path: string) => get(`/_sandbox${path}`, { token: admin }).then((answer) => answer.json<T>());

/** A seller whose own application is told of questions by a hosted receiver of its own. */
async function subscriber(settings: object = {}) {
  const as = await newUser();
  const name = `seller-${as.id}`;
  const made = await put(`/_sandbox/receivers/${name}`, { token: admin, body: settings });
  expect(made.status).toBe(200);
  const { url } = made.json<{ url: string }>();
  const body = {
    name: "Tries the lab",
    redirect_uris: ["https://example.com/callback"],
    callback_url: url,
    topics: ["questions"],
  };
  const created = await post("/applications", { as, body });
  expect({ status: created.status, text: created.text }).toMatchObject({ status: 201 });
  const application = created.json<Application>();
  subscribed.push({ as, path: `/applications/${application.id}` });
  return { as, name, url, application, item: await newItem(as) };
}

const got = async (name: string, count: number): Promise<Got> => {
  const path = `/receivers/${name}?limit=100`;
  await expect
    .poll(async () => (await lab<Got>(path)).received, { timeout: 100_000 })
    .toBeGreaterThanOrEqual(count);
  return lab<Got>(path);
};

const notificationsOf = async ({ id }: Application): Promise<Shown[]> =>
  (await lab<{ results: Shown[] }>(`/notifications?application=${id}&limit=100`)).results;

test("a hosted receiver gets signed notifications, and the inspector shows them", async () => {
  const { name, application, item } = await subscriber();
  const buyer = await newUser();
  const asked = await post("/questions", { as: buyer, body: { item_id: item, text: "¿Tiene garantía?" } });
  const { results } = await got(name, 1);
  const [one] = results;
  expect(one?.notification.resource).toBe(`/questions/${asked.json<{ id: number }>().id}`);
  const webhook = new Webhook(application.webhook_secret);
  expect(webhook.verify(one?.body ?? "", one?.headers ?? {})).toMatchObject({ topic: "questions" });

  const requestId = asked.headers.get("x-request-id");
  await expect.poll(() => notificationsOf(application), { timeout: 100_000 }).toHaveLength(1);
  const [listed] = await notificationsOf(application);
  expect(listed).toMatchObject({ status: "acknowledged", request_id: requestId, last_answer: 200 });
  const shown = await lab<Shown>(`/notifications/${listed?.id}`);
  expect(shown.attempts).toMatchObject([
    { body: one?.body, answer: { status: 200, body: '{"received":1}' }, failure: null, sent: true },
  ]);
  const cause = await lab<{ notifications: Shown[] }>(`/requests/${requestId}`);
  expect(cause.notifications).toMatchObject([{ id: listed?.id, resource: one?.notification.resource }]);

  const resent = await post(`/_sandbox/notifications/${listed?.id}/resend`, { token: admin });
  expect(resent.json<Shown>().attempts.map((attempt) => attempt.resent)).toEqual([false, true]);
  const again = await got(name, 2);
  expect(again.results.map(({ notification }) => notification._id)).toEqual([listed?.id, listed?.id]);
  expect(webhook.verify(again.results[0]?.body ?? "", again.results[0]?.headers ?? {})).toBeTruthy();
});

test("it answers what it is told to, and attempts go on until one is acknowledged", async () => {
  const { name, application, item } = await subscriber({ status: 503, delay_ms: 10 });
  await newQuestion(await newUser(), item);
  await got(name, 1);
  await expect.poll(() => notificationsOf(application), { timeout: 100_000 }).toHaveLength(1);
  const [failed] = await notificationsOf(application);
  expect(failed).toMatchObject({ status: "failed", last_answer: 503 });
  await put(`/_sandbox/receivers/${name}`, { token: admin, body: {} });
  await expect
    .poll(async () => (await lab<Shown>(`/notifications/${failed?.id}`)).status, { timeout: 100_000 })
    .toBe("acknowledged");
  const { attempts } = await lab<Shown>(`/notifications/${failed?.id}`);
  const failures = attempts.map(({ failure }) => failure);
  expect(failures.pop()).toBeNull();
  // The second attempt may have come before the receiver was told otherwise.
  expect(new Set(failures)).toEqual(new Set(["answered HTTP 503"]));
});

test("what happens is told live", async () => {
  const ending = new AbortController();
  const response = await fetch(`${baseUrl}/_sandbox/stream`, {
    headers: { Authorization: `Bearer ${admin}` },
    signal: ending.signal,
  });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const { name, application, item } = await subscriber();
  const asked = await post("/questions", { as: await newUser(), body: { item_id: item, text: "¿?" } });
  await got(name, 1);
  const id = asked.headers.get("x-request-id");
  let text = "";
  const decoder = new TextDecoder();
  const isComplete = () =>
    text.includes(`"id":"${id}"`) && text.includes(`"application_id":${application.id},"request_id"`);
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (isComplete()) break;
  }
  expect(text).toMatch(/^:\n\n/);
  expect(text).toContain("event: request\ndata: ");
  expect(text).toContain("event: notification\ndata: ");
  ending.abort();
});

test("inboxes take POSTs alone, for receivers that exist", async () => {
  const { url } = await subscriber();
  const path = url.slice(url.indexOf("/_sandbox"));
  expectProblem(await get(path, { as: users.seller_mla }), 405, "method_not_allowed");
  const unknown = path.replace(/seller-\d+/, "nobody");
  expectProblem(await post(unknown, { body: {} }), 404, "not_found", "Receiver not found: nobody");
  const elsewhere = path.replace("/default/", "/w0/");
  expectProblem(await post(elsewhere, { body: {} }), 404, "not_found", "World not found: w0");
  expectProblem(
    await put("/_sandbox/receivers/Bad_Name", { token: admin, body: { status: 99 } }),
    400,
    "bad_request",
  );
});
