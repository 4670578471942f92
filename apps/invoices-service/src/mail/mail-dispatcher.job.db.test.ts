import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { ids, invoicesService } from "../service.fixture.ts";
import { createMailDispatcher, type DispatchTimes } from "./mail-dispatcher.job.ts";
import { maxAttempts, waitAfter } from "./mail-retry.rules.ts";
import { createMailer, type Mailer } from "./mailer.service.ts";
import { fakeSmtpServer } from "./smtp-server.fixture.ts";

const { clock, elapse, db, url, deps } = await invoicesService();
const never = () => new Promise<void>(() => {});
const child = fileURLToPath(new URL("mail-process.fixture.ts", import.meta.url));

beforeEach(async () => void (await db.pool.query("DELETE FROM outgoing_mail")));

async function order(count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const mail = {
      kind: "billing_request",
      packId: n,
      userId: ids.buyer,
      details: { text: "CUIT?" },
    } as const;
    await deps.mail.add(mail, clock.now());
  }
}
const waiting = async () => {
  const { rows } = await db.pool.query<{ id: string; attempts: number; due_at: Date; ahead: boolean }>(
    "SELECT id::text, attempts, due_at, due_at > now() AS ahead FROM outgoing_mail ORDER BY due_at",
  );
  return rows;
};

/** A replica that sends to this mail server. */
function replica(smtpUrl: string, times: Partial<DispatchTimes> = {}, changes: object = {}) {
  const mailer = createMailer({ from: "no-reply@marketplace.example", smtpUrl, dir: "" });
  const dispatcher = createMailDispatcher({ ...deps, mailer, ...changes }, { drainMs: 0, ...times });
  onTestFinished(async () => {
    await dispatcher.stop();
    mailer.close();
  });
  return dispatcher;
}
const failing = (send: Mailer["send"]): Mailer => ({ send, close() {} });

describe("twenty e-mails to a mail server that takes its time", () => {
  it("arrive exactly once from two replicas, with no transaction open while they are sent", async () => {
    await order(20);
    const open: number[] = [];
    const answer = async () => {
      const { rows } = await db.pool.query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
      );
      open.push(rows.length);
    };
    const relay = await fakeSmtpServer({ answer });
    const [one, other] = [replica(relay.url), replica(relay.url)];
    const counts = await Promise.all([one.sendDue(), other.sendDue()]);
    expect(counts.reduce((a, b) => a + b)).toBe(20);
    expect([relay.arrived.length, new Set(relay.arrived).size]).toEqual([20, 20]);
    expect(open).toEqual(Array(20).fill(0));
    expect(await waiting()).toEqual([]);
  });

  it("arrive with one repeated when the sender is killed between sending and settling", async () => {
    await order(20);
    const killed = Promise.withResolvers<void>();
    const relay = await fakeSmtpServer({
      async answer() {
        if (relay.arrived.length === 7) {
          sender.kill("SIGKILL");
          killed.resolve();
          await never();
        }
      },
    });
    const env = { ...process.env, DATABASE_URL: url, SMTP_URL: relay.url };
    const sender = spawn(process.execPath, [child], { env, stdio: ["ignore", "ignore", "inherit"] });
    const exit = once(sender, "exit");
    await killed.promise;
    await exit;
    const { sendDue } = replica(relay.url);
    expect(await sendDue()).toBe(13);
    expect(new Set(relay.arrived).size).toBe(20);
    // What was claimed by the process that died is due again when its claim has lapsed.
    await elapse(30_000);
    expect(await sendDue()).toBe(1);
    expect(relay.arrived).toHaveLength(21);
    expect(await waiting()).toEqual([]);
  });

  it("are not held back by some that hang, which keep their claims", async () => {
    await order(20);
    const hanging = new Set<string>();
    const relay = await fakeSmtpServer({
      async answer(id) {
        if (hanging.size < 3) {
          hanging.add(id);
          await never();
        }
      },
    });
    const one = replica(relay.url, { overtakeMs: 20, leaseMs: 6_000 });
    await one.dispatch();
    await expect.poll(() => relay.arrived.length).toBe(20);
    await expect.poll(waiting).toHaveLength(3);
    const [first] = await waiting();
    await expect.poll(async () => (await waiting())[0]?.due_at).not.toEqual(first?.due_at);
    expect(await replica(relay.url).sendDue()).toBe(0);
    await one.dispatch();
    expect(relay.arrived).toHaveLength(20);
    expect((await waiting()).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
  });
});

describe("an e-mail", () => {
  it("that was sent is not sent again when the database was away at that moment", async () => {
    await order(1);
    const relay = await fakeSmtpServer();
    let away = 2;
    const remove = async (id: string) => {
      if (away-- > 0) throw new Error("the database is away");
      await deps.mail.remove(id);
    };
    const mail = { ...deps.mail, remove };
    expect(await replica(relay.url, { settleAgainMs: 1 }, { mail }).sendDue()).toBe(1);
    expect(relay.arrived).toHaveLength(1);
    expect(await waiting()).toEqual([]);
  });

  it("that cannot be sent is tried less and less often, for a day, and then given up", async () => {
    await order(1);
    const waits: number[] = [];
    let attempts = 0;
    const mailer = failing(async () => {
      attempts += 1;
      throw new Error("no mail server");
    });
    const { sendDue } = replica("smtp://127.0.0.1:1", {}, { mailer });
    for (let wait: number | undefined = 0; wait !== undefined; wait = waitAfter(attempts)) {
      await elapse(wait);
      await sendDue();
      waits.push(wait);
      // Not before its time.
      const before = attempts;
      if (waitAfter(attempts)) await elapse((waitAfter(attempts) ?? 0) - 4_000);
      await sendDue();
      expect(attempts).toBe(before);
      await elapse(4_000 - (waitAfter(attempts) ?? 4_000));
    }
    expect(attempts).toBe(maxAttempts);
    expect(waits.slice(0, 4)).toEqual([0, 5_000, 10_000, 20_000]);
    expect(Math.floor(waits.reduce((a, b) => a + b) / 3_600_000)).toBe(24);
    expect(await waiting()).toEqual([]);
  });

  it("that waits an hour is not claimed early by a session whose clock is a little behind", async () => {
    await order(1);
    await db.pool.query("UPDATE outgoing_mail SET due_at = now() + interval '1 hour 1 second'");
    expect(await replica("smtp://127.0.0.1:1").sendDue()).toBe(0);
    expect((await waiting()).map(({ attempts }) => attempts)).toEqual([0]);
  });

  it("that ends every process that sends it is given up", async () => {
    await order(1);
    await db.pool.query("UPDATE outgoing_mail SET attempts = $1", [maxAttempts]);
    const relay = await fakeSmtpServer();
    expect(await replica(relay.url).sendDue()).toBe(0);
    expect([relay.arrived, await waiting()]).toEqual([[], []]);
  });

  it("does not wait for a clock that was set back by hours", async () => {
    await order(1);
    await elapse(-5 * 3_600_000);
    const relay = await fakeSmtpServer();
    expect(await replica(relay.url).sendDue()).toBe(1);
  });

  it("is not sent twice at once when the clock is set ahead by hours", async () => {
    await order(1);
    const relay = await fakeSmtpServer({ answer: never });
    const { dispatch } = replica(relay.url, { overtakeMs: 1 });
    await dispatch();
    await expect.poll(() => relay.arrived.length).toBe(1);
    await elapse(5 * 3_600_000);
    await dispatch();
    expect(relay.arrived).toHaveLength(1);
  });

  it("that hangs is postponed when its process stops", async () => {
    await order(1);
    const relay = await fakeSmtpServer({ answer: never });
    const stopping = replica(relay.url, { drainMs: 1, overtakeMs: 1 });
    await stopping.dispatch();
    await stopping.stop();
    expect(await waiting()).toMatchObject([{ attempts: 1, ahead: true }]);
    await elapse(5_000);
    expect(await replica((await fakeSmtpServer()).url).sendDue()).toBe(1);
  });
});
