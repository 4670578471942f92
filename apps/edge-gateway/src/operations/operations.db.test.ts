import { ServiceUnavailable } from "@marketplace/contracts";
import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";
import type { DeploymentHealth } from "./operations.schema.ts";
import { readHealth } from "./operations.service.ts";

const { http, bearer, deps, clock, demo, rows: statement } = await startGateway();

describe("the health of the deployment", () => {
  it("tells operators of every service, and nobody else", async () => {
    const { services } = (await http.get("/operations/health", bearer("operator"))).json<DeploymentHealth>();
    expect(services.map(({ id, state }) => `${id} ${state}`)).toEqual([
      "gateway up",
      "catalog up",
      "questions up",
      "orders up",
      "invoices up",
      "flex up",
    ]);
    expectProblem(await http.get("/operations/health", bearer("seller_mla")), 403, "forbidden");
  });

  it("counts a service as degraded with one replica down, and as down with all", async () => {
    const answer = (value: unknown) => ({ status: "fulfilled", value }) as never;
    const up = { process: "a", uptime_seconds: 1, memory_bytes: 2, outbox: null, mail: null };
    const silent = {
      status: "rejected",
      reason: new ServiceUnavailable("a service did not answer"),
    } as const;
    const { services } = await readHealth({
      ...deps,
      replicas: async (service) => [
        { address: "10.0.0.1:8092", answer: service === "questions" ? answer(up) : silent },
        { address: "10.0.0.2:8092", answer: silent },
      ],
    });
    const states = Object.fromEntries(services.map(({ id, state }) => [id, state]));
    expect(states).toMatchObject({ gateway: "up", questions: "degraded", catalog: "down" });
    const questions = services.find(({ id }) => id === "questions");
    expect(questions?.replicas).toMatchObject([
      { address: "10.0.0.1:8092", state: "up", process: "a", failure: null },
      { address: "10.0.0.2:8092", state: "down", process: null, failure: "a service did not answer" },
    ]);
  });

  it("counts notifications that are due, those that failed by their attempts, and missed ones", async () => {
    const now = clock.now();
    const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
    const rows: [attempts: number, due: Date | null, missed: Date | null][] = [
      [0, at(-30), null],
      [1, at(60), null],
      [1, at(-5), null],
      [8, null, at(-60)],
    ];
    const insert = `INSERT INTO notification_deliveries
        (application_id, topic, resource, user_id, received_at, attempts, due_at, missed_at)
      SELECT id, 'questions', '/questions/1', $1::bigint, $2, $3, $4, $5 FROM applications LIMIT 1`;
    for (const row of rows) await statement(insert, [demo.users.seller_mla.id, now, ...row]);
    const { notifications } = await readHealth(deps);
    expect(notifications).toEqual({
      due: 2,
      later: 1,
      missed: 1,
      oldest_due_seconds: 30,
      retries: [{ attempts: 1, count: 2 }],
    });
  });
});
