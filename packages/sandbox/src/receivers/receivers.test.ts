import { startApp } from "@marketplace/testkit";
import { expect, it } from "vitest";
import { adminHeaders, testLab } from "../lab.fixture.ts";

const admin = adminHeaders;
const http = startApp(() => testLab().around((_req, res) => void res.end()));
const put = (name: string, body: unknown) =>
  http.put(`/_sandbox/receivers/${name}`, { headers: admin, body });
const read = async (name: string) =>
  (await http.get(`/_sandbox/receivers/${name}`, { headers: admin })).json();
const inbox = (name: string, world = "default") => `/_sandbox/receivers/${world}/${name}/inbox`;

it("is made, takes what comes without a token, and keeps it", async () => {
  const view = {
    name: "app-1",
    url: "http://market.test/_sandbox/receivers/default/app-1/inbox",
    status: 200,
    delay_ms: 0,
    received: 0,
  };
  expect((await put("app-1", {})).json()).toEqual(view);
  const body = '{ "topic":"questions"}';
  const answer = await http.post(inbox("app-1"), {
    body,
    headers: { "Content-Type": "application/json", "webhook-signature": "v1,abc" },
  });
  expect(answer.status).toBe(200);
  expect(answer.json()).toEqual({ received: 1 });
  await http.post(inbox("app-1"), { body: "no JSON", headers: { "Content-Type": "text/plain" } });
  expect(await read("app-1")).toMatchObject({
    ...view,
    received: 2,
    paging: { total: 2 },
    results: [
      { body: "no JSON", notification: null, status: 200 },
      { body, notification: { topic: "questions" }, headers: { "webhook-signature": "v1,abc" } },
    ],
  });
});

it.each([204, 302, 500])("answers %i as it is told, and goes on", async (status) => {
  await put("told", { status, delay_ms: 5 });
  expect((await http.post(inbox("told"), { body: {} })).status).toBe(status);
  await put("told", {});
  expect((await http.post(inbox("told"), { body: {} })).status).toBe(200);
});

it("is listed, and ended", async () => {
  await put("ended", {});
  const list = await http.get("/_sandbox/receivers?limit=100", { headers: admin });
  expect(list.json<{ results: { name: string }[] }>().results.map(({ name }) => name)).toContain("ended");
  expect((await http.delete("/_sandbox/receivers/ended", { headers: admin })).status).toBe(204);
  expect((await http.post(inbox("ended"), { body: {} })).status).toBe(404);
});

it("refuses what does not fit, and changes nothing", async () => {
  for (const body of [{ status: 199 }, { status: 600 }, { delay_ms: -1 }, { delay_ms: 60_001 }, { color: 1 }])
    expect((await put("app-2", body)).status).toBe(400);
  expect((await put("Bad_Name", {})).status).toBe(400);
  expect(await read("app-2")).toMatchObject({ status: 404, message: "Receiver not found: app-2" });
  expect((await http.post(inbox("app-2", "w9"), { body: {} })).json()).toMatchObject({
    message: "World not found: w9",
  });
  expect((await http.get("/_sandbox/receivers/app-1")).status).toBe(403);
});
