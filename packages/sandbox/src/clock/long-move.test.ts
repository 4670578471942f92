import { once } from "node:events";
import { connect } from "node:net";
import { type DueRange, dueWork, serve, serverLimits } from "@marketplace/server";
import { fakeClock } from "@marketplace/testkit";
import { expect, it } from "vitest";
import { adminHeaders, testLab } from "../lab.fixture.ts";

it("a move that takes longer than a connection may stand still is answered", async () => {
  const at = new Date("2026-03-10T16:00:00.000Z");
  const step = { at, kind: "step", id: "/shipments/1" } as const;
  const lab = testLab({ systemClock: fakeClock("2026-03-10T15:00:00.000Z") });
  const list = async ({ after }: DueRange) => (after < at ? [step] : []);
  const work = dueWork([{ kind: "step", list }], async () => {
    // The server closes a later connection that says nothing: as long as that the move's stands still.
    const silent = connect(port, "127.0.0.1").resume();
    await once(silent, "close");
  });
  const limits = { ...serverLimits, socketIdleTimeoutMs: 100 };
  const app = lab.around((_req, res) => void res.end("the product"), [work]);
  const { port, close } = await serve(app, { host: "127.0.0.1", port: 0, limits });
  const answer = await fetch(`http://127.0.0.1:${port}/_sandbox/clock`, {
    method: "POST",
    headers: { ...adminHeaders, "Content-Type": "application/json" },
    body: JSON.stringify({ advance: "PT6H" }),
  });
  expect(await answer.json()).toMatchObject({ fired: [{ id: "/shipments/1" }] });
  await close();
});
