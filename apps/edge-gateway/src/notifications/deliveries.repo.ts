import type { MarketplaceEvent } from "@marketplace/contracts";
import { type GatewayDatabase, Prisma } from "@marketplace/database/gateway";
import { deliverTask, workerSchema } from "./job-queue.sql.ts";
import type { Delivery } from "./notification.schema.ts";

/** An attempt that was not acknowledged. */
export interface FailedAttempt {
  id: string;
  /** Attempts made, this one included. */
  attempts: number;
  sentAt: Date;
  failure: string;
  /** When to try again; absent when there are no attempts left. */
  dueAt: Date | undefined;
}

export type DeliveriesRepo = ReturnType<typeof createDeliveriesRepo>;

const addJob = Prisma.raw(`${workerSchema}.add_job`);

/** Taking events, past Prisma: it comes with every batch of every relay. */
const taking = `
  WITH given AS (
    SELECT DISTINCT ON (id) * FROM jsonb_to_recordset($1::jsonb)
      AS event(id uuid, topic text, resource text, user_id bigint, request_id text) ORDER BY id
  ), subscribed AS MATERIALIZED (
    SELECT concerned.user_id, concerned.topic, application.id AS application_id
    FROM (SELECT DISTINCT user_id, topic FROM given) concerned
    JOIN LATERAL (
      SELECT application_id FROM token_families family
      WHERE family.user_id = concerned.user_id AND family.revoked_at IS NULL
      UNION SELECT owned.id FROM applications owned WHERE owned.owner_id = concerned.user_id
    ) allowed ON true
    JOIN applications application ON application.id = allowed.application_id
    WHERE application.callback_url IS NOT NULL AND concerned.topic = ANY (application.topics)
  ), fresh AS (
    INSERT INTO notification_events (id, received_at)
    SELECT id, $2::timestamptz FROM given
    WHERE (user_id, topic) IN (SELECT user_id, topic FROM subscribed) ORDER BY id
    ON CONFLICT (id) DO NOTHING RETURNING id
  ), made AS (
    INSERT INTO notification_deliveries (application_id, topic, resource, user_id, request_id, received_at, due_at)
    SELECT application_id, topic, resource, user_id, request_id, $2::timestamptz, $2::timestamptz
    FROM given JOIN fresh USING (id) JOIN subscribed USING (user_id, topic)
    RETURNING application_id
  ), woken AS (
    SELECT job.id FROM (SELECT DISTINCT application_id AS id FROM made ORDER BY 1) target,
      LATERAL ${workerSchema}.add_job('${deliverTask}', json_build_object('application_id', target.id),
        job_key => target.id::text) job
  )
  SELECT (SELECT count(*) FROM fresh) AS taken, (SELECT count(*) FROM woken) AS jobs`;

/** Deliveries and the jobs that wake their application's worker; each change commits with the jobs it needs. */
export function createDeliveriesRepo(db: GatewayDatabase) {
  return {
    /**
     * Takes events: one delivery for each application that subscribed to the topic and may act for the user, because he
     * owns it or granted it access. Events that were taken before, or that nobody subscribed to, leave nothing behind.
     * Answers how many were new to somebody.
     */
    async take(events: readonly MarketplaceEvent[], now: Date): Promise<number> {
      const [row] = await db.query<{ taken: number; jobs: number }>(taking, [JSON.stringify(events), now]);
      return row?.taken ?? 0;
    },

    /** Claims what is due for an application until `until`: if nothing is heard of it by then, it is due again. */
    claim(applicationId: number, { now, until, limit }: { now: Date; until: Date; limit: number }) {
      return db.current().$queryRaw<Delivery[]>(Prisma.sql`
        UPDATE notification_deliveries delivery SET due_at = ${until}
        FROM (
          SELECT id FROM notification_deliveries WHERE application_id = ${applicationId} AND due_at <= ${now}
          ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
        ) due
        WHERE delivery.id = due.id
        RETURNING delivery.id, application_id, topic, resource, user_id, request_id, received_at, attempts`);
    },

    /** Forgets deliveries that were acknowledged. */
    async acknowledge(ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      await db.current().$executeRaw`DELETE FROM notification_deliveries WHERE id = ANY (${ids}::uuid[])`;
    },

    /** Notes failed attempts and wakes the worker when they are due; an attempt that was noted already is left alone. */
    async fail(failures: readonly FailedAttempt[], now: Date): Promise<void> {
      if (failures.length === 0) return;
      const rows = failures.map(({ sentAt, dueAt, ...row }) => ({ ...row, sent_at: sentAt, due_at: dueAt }));
      // One wake-up for each second in which something is due: none of them can displace an earlier one.
      await db.current().$queryRaw(Prisma.sql`
        WITH failed AS (
          UPDATE notification_deliveries delivery SET attempts = attempt.attempts, failure = attempt.failure,
            sent_at = attempt.sent_at, due_at = attempt.due_at,
            missed_at = CASE WHEN attempt.due_at IS NULL THEN ${now}::timestamptz END
          FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
            AS attempt(id uuid, attempts smallint, failure text, sent_at timestamptz, due_at timestamptz)
          WHERE delivery.id = attempt.id AND delivery.attempts = attempt.attempts - 1 AND missed_at IS NULL
          RETURNING application_id, delivery.due_at
        ), moments AS (
          SELECT DISTINCT application_id, ceil(extract(epoch FROM due_at))::bigint AS second
          FROM failed WHERE due_at IS NOT NULL ORDER BY 1, 2
        )
        SELECT job.id FROM moments,
          LATERAL ${addJob}(${deliverTask}, json_build_object('application_id', application_id),
            run_at => to_timestamp(second), job_key => application_id || ':' || second) job`);
    },

    /** Whether something waits for longer than this: then the clock was set back, perhaps also forward between two looks. */
    async anyAfter(now: Date, longestMs: number): Promise<boolean> {
      const latest = new Date(now.getTime() + longestMs);
      const rows = await db.current().$queryRaw<unknown[]>(Prisma.sql`
        SELECT FROM applications WHERE EXISTS (
          SELECT FROM notification_deliveries WHERE application_id = applications.id AND due_at > ${latest})
        LIMIT 1`);
      return rows.length > 0;
    },

    /**
     * Shortens waits that are longer than any can be after so many attempts (`longestMs`, by their number): those began before
     * the clock was set back, and would last until it is where it was.
     */
    async shorten(now: Date, longestMs: readonly number[]): Promise<void> {
      await db.current().$executeRaw(Prisma.sql`
        UPDATE notification_deliveries SET due_at = ${now}::timestamptz + longest.ms * interval '1 millisecond'
        FROM unnest(${[...longestMs]}::float8[]) WITH ORDINALITY AS longest(ms, number)
        WHERE attempts = longest.number - 1 AND due_at > ${now}::timestamptz + longest.ms * interval '1 millisecond'`);
    },

    /** Wakes the workers of all applications for which something is due. */
    async wakeDue(now: Date): Promise<void> {
      await db.current().$queryRaw(Prisma.sql`
        SELECT job.id FROM (
          SELECT id FROM applications WHERE EXISTS (
            SELECT FROM notification_deliveries WHERE application_id = applications.id AND due_at <= ${now})
          ORDER BY id
        ) target, LATERAL ${addJob}(${deliverTask}, json_build_object('application_id', target.id),
          job_key => target.id::text) job`);
    },

    /** How many notifications are due, to be tried later or in hand, and missed; at most 100 000 are counted. */
    async waiting(now: Date): Promise<Record<"due" | "later" | "missed", number>> {
      const [row] = await db.current().$queryRaw<Record<"due" | "later" | "missed", number>[]>(Prisma.sql`
        SELECT count(*) FILTER (WHERE due_at <= ${now})::int AS due,
          count(*) FILTER (WHERE due_at > ${now})::int AS later,
          count(*) FILTER (WHERE missed_at IS NOT NULL)::int AS missed
        FROM (SELECT due_at, missed_at FROM notification_deliveries LIMIT 100000) counted`);
      return row ?? { due: 0, later: 0, missed: 0 };
    },

    /** Forgets what was missed before `missedBefore` and the events taken before `takenBefore`. */
    async purge({ missedBefore, takenBefore }: { missedBefore: Date; takenBefore: Date }): Promise<void> {
      await db.current().$executeRaw`DELETE FROM notification_deliveries WHERE missed_at < ${missedBefore}`;
      await db.current().$executeRaw`DELETE FROM notification_events WHERE received_at < ${takenBefore}`;
    },
  };
}
