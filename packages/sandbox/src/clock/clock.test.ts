import { type Due, type DueWork, dueWork } from "@marketplace/server";
import { fakeClock, startApp } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { adminHeaders, testLab } from "../lab.fixture.ts";

const real = fakeClock("2026-03-10T15:00:00.000Z");
const hourMs = 3_600_000;
const headers = adminHeaders;
const lab = testLab({ systemClock: real, clock: { moved: async (state) => void kept.push(state) } });
const kept: object[] = [];
const waiting: Due[] = [];
const done: string[] = [];
/** Does what is due, and notes when: attempts to notify that fail are due again after an hour. */
const work: DueWork = dueWork(
  [
    { kind: "delivery", list: async (range) => listed("delivery", range) },
    { kind: "expiry", passive: true, list: async (range) => listed("expiry", range) },
    { kind: "cutoff", passive: true, list: async (range) => listed("cutoff", range) },
  ],
  async () => {
    const now = lab.world.clock.now();
    for (const due of waiting.filter(({ at, passive }) => !passive && at <= now)) {
      waiting.splice(waiting.indexOf(due), 1);
      done.push(`${due.id} ${now.toISOString()}`);
      real.advance(5_000);
      if (due.id === "/notifications/1")
        waiting.push({ ...due, id: "/notifications/2", at: new Date(now.getTime() + hourMs) });
    }
  },
);
const listed = (kind: Due["kind"], { after, until, limit }: Parameters<DueWork["list"]>[0]) =>
  Promise.resolve(
    waiting
      .filter((due) => due.kind === kind && due.at > after && due.at <= until)
      .toSorted((a, b) => Number(a.at) - Number(b.at))
      .slice(0, limit),
  );
const http = startApp(() =>
  lab.around(
    (req, res) => {
      if (req.url === "/raw") res.writeHead(200, ["Date", "Thu, 01 Jan 1970 00:00:00 GMT", "A", "b"]).end();
      else if (req.url === "/named") res.writeHead(200, "OK", { date: "never", a: "b" }).end();
      else res.end("the product");
    },
    [work],
  ),
);
const read = async () => (await http.get("/_sandbox/clock", { headers })).json<object>();
const move = (body: unknown) => http.post("/_sandbox/clock", { headers, body });
const due = (kind: Due["kind"], id: string, hours: number) =>
  waiting.push({
    kind,
    id,
    at: new Date(lab.world.clock.now().getTime() + hours * hourMs),
    passive: kind !== "delivery",
  });

describe("the clock of a world", () => {
  it("shows real time at first, and answers say nothing of it", async () => {
    expect(await read()).toEqual({ now: "2026-03-10T15:00:00.000Z", offset_ms: 0, frozen: false });
    expect((await http.get("/")).headers).not.toHaveProperty("x-sandbox-clock");
  });

  it("is moved by a duration, and does what is due on the way, each at its time", async () => {
    due("delivery", "/notifications/1", 2);
    due("expiry", "/users/1/tokens/a", 1);
    due("expiry", "/users/1/tokens/b", 4);
    due("expiry", "/users/1/tokens/c", 7);
    const answer = await move({ advance: "PT6H" });
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({
      // The work took ten seconds, which pass in the world, too.
      now: "2026-03-10T21:00:10.000Z",
      offset_ms: 6 * hourMs,
      frozen: false,
      fired: [
        { at: "2026-03-10T16:00:00.000Z", kind: "expiry", id: "/users/1/tokens/a" },
        { at: "2026-03-10T17:00:00.000Z", kind: "delivery", id: "/notifications/1" },
        { at: "2026-03-10T18:00:00.000Z", kind: "delivery", id: "/notifications/2" },
        { at: "2026-03-10T19:00:00.000Z", kind: "expiry", id: "/users/1/tokens/b" },
      ],
    });
    expect(done).toEqual([
      "/notifications/1 2026-03-10T17:00:00.000Z",
      "/notifications/2 2026-03-10T18:00:00.000Z",
    ]);
    expect(kept.at(-1)).toEqual({ offsetMs: 6 * hourMs, frozenAt: null });
  });

  it.each(["/", "/raw", "/named"])("is in the headers of its world's answers (%s)", async (path) => {
    const answer = await http.get(path);
    expect(answer.headers).toMatchObject({
      date: "Tue, 10 Mar 2026 21:00:10 GMT",
      "x-sandbox-clock": "+21600",
      ...(path !== "/" && { a: "b" }),
    });
  });

  it("is moved to the next thing of a kind", async () => {
    due("cutoff", "/shipping/flex/sites/MLA/users/1/services/2", 3);
    due("delivery", "/notifications/3", 2);
    const [, cutoff] = waiting.filter(({ kind }) => kind !== "expiry").toReversed();
    expect((await move({ to_next: "cutoff" })).json<{ fired: unknown[] }>().fired).toMatchObject([
      { id: "/users/1/tokens/c", kind: "expiry" },
      { id: "/notifications/3" },
      { at: cutoff?.at.toISOString(), kind: "cutoff" },
    ]);
    for (const to_next of ["delivery", "cutoff", "any"]) {
      const none = await move({ to_next });
      expect(none.status).toBe(409);
      expect(none.json()).toMatchObject({ error: "conflict", status: 409 });
    }
    due("expiry", "/orders/1", 1);
    expect((await move({ to_next: "any" })).json()).toMatchObject({ fired: [{ id: "/orders/1" }] });
  });

  it("is moved to a time", async () => {
    const answer = await move({ to: "2026-03-20T12:00:00-03:00" });
    expect(answer.json()).toMatchObject({ now: "2026-03-20T15:00:00.000Z", frozen: false, fired: [] });
  });

  it("stands still while it is frozen, moves nevertheless, and goes on from where it stands", async () => {
    expect((await move({ freeze: true })).json()).toMatchObject({ frozen: true, fired: [] });
    real.advance(60_000);
    expect(await read()).toMatchObject({ now: "2026-03-20T15:00:00.000Z", frozen: true });
    expect((await move({ advance: "P1DT30M" })).json()).toMatchObject({
      now: "2026-03-21T15:30:00.000Z",
      frozen: true,
    });
    expect((await move({ resume: true })).json()).toMatchObject({ frozen: false });
    real.advance(1_000);
    expect(await read()).toMatchObject({ now: "2026-03-21T15:30:01.000Z" });
  });

  it.each([
    [{}],
    [{ advance: "PT0S" }],
    [{ advance: "-PT6H" }],
    [{ advance: "P1M" }],
    [{ advance: "P" }],
    [{ advance: "PT" }],
    [{ advance: "6h" }],
    [{ advance: 3_600 }],
    [{ advance: "P401D" }],
    [{ advance: `P${"9".repeat(400)}D` }],
    [{ advance: "PT6H", freeze: true }],
    [{ to: "2026-03-01T00:00:00Z" }],
    [{ to: "tomorrow" }],
    [{ to: "9999-12-31T23:59:59Z" }],
    [{ to_next: "shipment" }],
    [{ freeze: false }],
    [{ backward: true }],
    [[]],
    [null],
  ])("is not moved by %j", async (body) => {
    const before = await read();
    const answer = await move(body);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ status: 400 });
    expect(await read()).toEqual(before);
  });

  it("goes on when something fails that was due", async () => {
    due("delivery", "/notifications/9", 1);
    const failing = waiting.at(-1);
    Object.defineProperty(failing, "passive", {
      get: () => {
        throw new Error("the database is away");
      },
    });
    expect((await move({ advance: "PT2H" })).status).toBe(500);
    expect(await read()).toMatchObject({ frozen: false });
    waiting.length = 0;
    expect((await move({ advance: "PT2H" })).status).toBe(200);
  });

  it("is that of an administrator, in a world that exists", async () => {
    expect((await http.get("/_sandbox/clock")).status).toBe(403);
    expect((await http.get("/_sandbox/clock?world=w1", { headers })).status).toBe(404);
  });
});
