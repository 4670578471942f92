import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "@marketplace/database";
import { ensureDatabases, startEmbeddedPostgres } from "@marketplace/database/embedded";
import { openGatewayDatabase } from "@marketplace/database/gateway";
import { openQuestionsDatabase } from "@marketplace/database/questions";
import { createOutbox, startRelay } from "@marketplace/events";
import { silentLogger, systemClock } from "@marketplace/server";
import { createApplicationsRepo } from "../../apps/edge-gateway/src/applications/applications.repo.ts";
import { createNotifications } from "../../apps/edge-gateway/src/notifications/notifications.service.ts";
import { secretBox } from "../../apps/edge-gateway/src/secrets/secret-box.ts";
import { mintWebhookSecret } from "../../apps/edge-gateway/src/tokens/token-text.rules.ts";
import { createUsersRepo } from "../../apps/edge-gateway/src/users/users.repo.ts";

export type Stage = Awaited<ReturnType<typeof setStage>>;

/** The gateway's notifications and a service with an outbox, on a Postgres with fsync. */
export async function setStage() {
  const dataDir = await mkdtemp(join(tmpdir(), "bench-notifications-"));
  const postgres = await startEmbeddedPostgres({ dataDir, sync: false });
  const log = silentLogger();
  const urls = { gateway: postgres.url("bench_gateway"), questions: postgres.url("bench_questions") };
  await ensureDatabases(postgres.url("postgres"), ["bench_gateway", "bench_questions"]);
  await migrate({ url: urls.gateway, service: "gateway" });
  await migrate({ url: urls.questions, service: "questions" });
  const gateway = openGatewayDatabase({ url: urls.gateway });
  const questions = openQuestionsDatabase({ url: urls.questions });
  const applications = createApplicationsRepo(gateway, {
    box: secretBox("a secret for measuring", "webhook secrets"),
    clock: systemClock,
  });
  const notifications = createNotifications({
    db: gateway,
    databaseUrl: urls.gateway,
    applications,
    clock: systemClock,
    systemClock,
    log,
    timeoutMs: 500,
    allowPrivate: true,
  });
  const worker = await notifications.start();
  const outbox = createOutbox(questions);
  const newRelay = () => startRelay({ pool: questions.pool, outbox, notifications, log });
  let relay = newRelay();
  return {
    /** Creates a user with an application that is subscribed to questions; gives the id of the user. */
    async subscribe(callbackUrl: string): Promise<number> {
      const [user] = await createUsersRepo(gateway).create([someUser()]);
      if (!user) throw new Error("the user was not created");
      await applications.create({
        name: "Measured",
        owner_id: user.id,
        secret_hash: Buffer.alloc(32),
        redirect_uris: [],
        grant_types: [],
        scopes: [],
        callback_url: callbackUrl,
        topics: ["questions"],
        webhook_secret: mintWebhookSecret(),
      });
      return user.id;
    },
    /** Commits a transaction that records these events. */
    commit(events: readonly { resource: string; userId: number }[]): Promise<void> {
      return questions.transaction(async () => {
        for (const event of events)
          await outbox.record({ topic: "questions", occurredAt: new Date(), ...event });
      });
    },
    /** Holds the outbox back until `work` is done. */
    async holdBack(work: () => Promise<void>): Promise<void> {
      await relay.stop();
      await work();
      relay = newRelay();
    },
    async strike(): Promise<void> {
      await relay.stop();
      await worker.stop();
      await notifications.close();
      await Promise.all([gateway.close(), questions.close()]);
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const someUser = () => ({
  nickname: randomUUID(),
  site_id: "MLA",
  country_id: "AR",
  email: "user@example.com",
  roles: [],
  phone: { area_code: "11", number: "1" },
  first_name: "A",
  last_name: "B",
  address: null,
  reputation_level: null,
  moderated: false,
  intervened: false,
  messaging_allowed: true,
  registeredAt: new Date(),
});
