import { startApp } from "@marketplace/testkit";
import { expect, it } from "vitest";
import { adminHeaders as headers, testLab } from "../lab.fixture.ts";

// Its public address leads nowhere.
const lab = testLab({ baseUrl: "http://market.invalid" });
const http = startApp(() =>
  lab.around((req, res) => {
    if (req.url === "/cut") req.socket.destroy();
    else res.end(JSON.stringify({ world: req.headers["x-sandbox-world"] }));
  }),
);
const own = (path: string, more: object = {}) => ({
  event: "mine",
  description: "calls the API",
  steps: [{ name: "call", as: "nobody", method: "GET", path, ...more }],
  created: { world: "${call:world}" },
});
const run = (trigger: object) => http.post("/_sandbox/trigger", { headers, body: { trigger } });

it("calls of nobody are for the world of the trigger, at the address at which the lab was called", async () => {
  expect((await run(own("/sites"))).json()).toMatchObject({
    steps: [{ name: "call", status: 200 }],
    created: { world: "default" },
  });
});

it("a call that breaks refuses its step, and says which and how", async () => {
  const answer = await run(own("/cut"));
  expect(answer.json()).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^mine: step call: the call has no answer: fetch failed: \w/),
  });
});

it("a GET with a body is no trigger", async () => {
  const answer = await run(own("/sites", { body: { a: 1 } }));
  expect(answer.status).toBe(400);
  expect(answer.text).toContain("a GET has neither body nor file");
});
