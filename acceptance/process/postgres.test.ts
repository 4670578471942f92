import { expect, test } from "vitest";
import { type Answer, sendTo } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { postgresPid } from "../product/product.ts";
import { newDataDir, started } from "./running.ts";

test("Postgres that is killed comes back: requests meanwhile are answered 503, what was written is there", {
  timeout: 300_000,
}, async () => {
  const { baseUrl, dataDir, sandbox } = await started({ dataDir: await newDataDir(), prepared: true });
  const as = sandbox.users.buyer_mla;
  const ask = () => {
    const body = { item_id: sandbox.fixtures.item_active, text: "Sigue en venta?" };
    return sendTo(baseUrl, "POST", { path: "/questions", as, body });
  };
  const first = (await ask()).json<{ id: number }>().id;
  const killed = (await postgresPid(dataDir)) ?? 0;
  process.kill(killed, "SIGKILL");
  const failures: Answer[] = [];
  const asked = async () => {
    const answer = await ask();
    if (answer.status !== 201) failures.push(answer);
    const pid = await postgresPid(dataDir);
    return answer.status === 201 && pid !== undefined && pid !== killed;
  };
  await expect.poll(asked, { timeout: 120_000 }).toBe(true);
  // Backends of the killed Postgres live on for a moment: one of them may have answered, and ends now.
  const read = async () => {
    const answer = await sendTo(baseUrl, "GET", { path: `/questions/${first}`, as });
    if (answer.status !== 200) failures.push(answer);
    return answer;
  };
  await expect.poll(async () => (await read()).status, { timeout: 120_000 }).toBe(200);
  for (const failure of failures) {
    expectProblem(failure, 503, "service_unavailable");
    expect(failure.headers.get("retry-after")).toBe("1");
  }
  expect((await read()).json()).toMatchObject({ id: first, status: "UNANSWERED" });
  expect((await sendTo(baseUrl, "GET", { path: "/readyz" })).status).toBe(200);
});
