import { bareApp } from "@marketplace/conventions";
import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { echoServices, startGateway } from "../gateway.fixture.ts";
import { forwarded, mounted } from "../index.ts";
import { auditOf } from "./audit.fixture.ts";

/** A flex-service that answers with the status at the end of the path, or never. */
const flex = bareApp();
/** What the log had of the request when the service was asked. */
let seenByFlex: unknown[] = [];
flex.use(async (req, res) => {
  seenByFlex = await events({ action: "operator.write", subject: req.path });
  const status = /\d+$/.exec(req.path);
  if (status) res.status(Number(status[0])).json({});
});
/** Nobody listens there. */
const orders = forwarded("http://127.0.0.1:1", "a secret for these tests", { timeoutMs: 30_000 });
const gateway = await startGateway({
  upstreams: () => ({ ...echoServices(), flex: mounted(flex), orders }),
});
const { http, demo, deps, bearer } = gateway;
const { events } = auditOf(gateway);
const operator = demo.users.operator.id;
const written = (subject: string) => events({ action: "operator.write", subject });

describe("an operator's write", () => {
  it.each(["POST", "PUT", "PATCH", "DELETE"])(
    "by %s to any service is recorded, with its status",
    async (method) => {
      const subject = `/questions/${method.toLowerCase()}/review`;
      await http.request(method, `${subject}?access_token=ignored`, { ...bearer("operator"), body: {} });
      await expect.poll(async () => (await written(subject))[0]?.details.status).toBe(200);
      expect(await written(subject)).toMatchObject([
        { actor_id: operator, application_id: demo.applications.default.id, details: { method }, subject },
      ]);
    },
  );

  it("is recorded before the service is asked, and gets the status of the answer", async () => {
    await http.put("/shipments/403", { ...bearer("operator"), body: {} });
    expect(seenByFlex).toMatchObject([{ details: { method: "PUT", status: null } }]);
    await expect.poll(async () => (await written("/shipments/403"))[0]?.details.status).toBe(403);
  });

  it("that the gateway itself answers is recorded, refused ones too", async () => {
    const path = `/applications/${demo.applications.default.id}`;
    const refused = await http.put(path, { ...bearer("operator"), body: { topics: [] } });
    expectProblem(refused, 403, "forbidden");
    await expect.poll(async () => (await written(path))[0]?.details.status).toBe(403);
  });

  it("has status 503 when its service cannot be reached, and 499 when the client left", async () => {
    await http.post("/orders", { ...bearer("operator"), body: {} });
    await expect.poll(async () => (await written("/orders"))[0]?.details.status).toBe(503);
    const leave = new AbortController();
    const url = `${http.baseUrl}/shipments/slow`;
    const left = fetch(url, { method: "PUT", ...bearer("operator"), signal: leave.signal });
    await expect.poll(async () => (await written("/shipments/slow")).length).toBe(1);
    leave.abort();
    await expect(left).rejects.toThrow();
    await expect.poll(async () => (await written("/shipments/slow"))[0]?.details.status).toBe(499);
  });

  it("is not done when it cannot be recorded", async () => {
    seenByFlex = ["not asked"];
    const { record } = deps.audit;
    deps.audit.record = () => Promise.reject(new Error("the log is full"));
    try {
      const answer = await http.put("/shipments/200", { ...bearer("operator"), body: {} });
      expectProblem(answer, 500, "internal_server_error");
    } finally {
      deps.audit.record = record;
    }
    expect(seenByFlex).toEqual(["not asked"]);
  });

  it("leaves reads, and writes of others, unrecorded", async () => {
    for (const method of ["GET", "HEAD", "OPTIONS"])
      await http.request(method, "/questions/quiet", bearer("operator"));
    await http.post("/questions/quiet", { ...bearer("seller_mla"), body: {} });
    await http.post("/questions/quiet", { body: {} });
    expect(await written("/questions/quiet")).toEqual([]);
  });
});
