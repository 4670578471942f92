import { randomUUID } from "node:crypto";
import type { MarketplaceEvent } from "@marketplace/contracts";
import { silentLogger } from "@marketplace/server";
import { fakeClock } from "@marketplace/testkit";
import { testDatabase } from "@marketplace/testkit/postgres";
import { afterAll } from "vitest";
import {
  type Application,
  createApplicationsRepo,
  type NewApplication,
} from "../applications/applications.repo.ts";
import { secretBox } from "../secrets/secret-box.ts";
import { mintWebhookSecret } from "../tokens/token-text.rules.ts";
import { createTokensRepo } from "../tokens/tokens.repo.ts";
import { createNotifications, type NotificationsOptions } from "./notifications.service.ts";

/** Notifications over a real database, with a clock that stands still; call it at the top level. */
export async function stage(changes: Partial<NotificationsOptions> = {}) {
  const { url, db } = await testDatabase("gateway");
  const clock = fakeClock(new Date());
  const applications = createApplicationsRepo(db, {
    box: secretBox("a secret for these tests", "webhook secrets"),
    clock,
  });
  const tokens = createTokensRepo(db, clock);
  const log = silentLogger();
  const build = (more: Partial<NotificationsOptions> = {}) => {
    const built = createNotifications({
      db,
      databaseUrl: url,
      applications,
      clock,
      systemClock: clock,
      log,
      timeoutMs: 20_000,
      allowPrivate: true,
      ...changes,
      ...more,
    });
    afterAll(() => built.close());
    return built;
  };
  const createUser = async () => {
    const place = { siteId: "MLA", countryId: "AR", phoneAreaCode: "11", phoneNumber: "1" };
    const names = { nickname: randomUUID(), email: "u@example.com", firstName: "A", lastName: "B" };
    const data = { ...place, ...names, roles: [] };
    return Number((await db.client.user.create({ data })).id);
  };
  return {
    url,
    db,
    clock,
    applications,
    createUser,
    notifications: build(),
    /** Another process of the gateway on the same database. */
    anotherProcess: build,
    /** An application of a new owner, subscribed to questions unless told. */
    async createApplication(settings: Pick<NewApplication, "callback_url"> & Partial<NewApplication>) {
      return applications.create({
        name: "An application",
        owner_id: await createUser(),
        redirect_uris: [],
        grant_types: [],
        scopes: [],
        topics: ["questions"],
        webhook_secret: mintWebhookSecret(),
        ...settings,
        secret_hash: Buffer.alloc(32),
      });
    },
    /** Grants the application access for a user; returns the family of tokens. */
    async grant({ id: applicationId }: Application, userId: number): Promise<string> {
      const id = randomUUID();
      await tokens.createFamily({ id, applicationId, userId });
      return id;
    },
    revoke: (family: string) => tokens.revokeFamily(family, clock.now()),
    /** What waits for the application, oldest first. */
    async waiting({ id }: Application) {
      const { rows } = await db.pool.query<{ id: string; attempts: number; due_at: Date | null }>(
        "SELECT id, attempts, due_at FROM notification_deliveries WHERE application_id = $1 ORDER BY due_at",
        [id],
      );
      return rows;
    },
  };
}

/** An event about a question of this user. */
export const eventFor = (user_id: number, changes: Partial<MarketplaceEvent> = {}): MarketplaceEvent => ({
  id: randomUUID(),
  topic: "questions",
  resource: "/questions/5036111111",
  user_id,
  occurred_at: "2026-03-10T15:00:00.000Z",
  ...changes,
});
