import type { MarketplaceEvent } from "@marketplace/contracts";
import { deleteBefore } from "@marketplace/database";
import type { GatewayDatabase } from "@marketplace/database/gateway";
import type { DueRange, DueRow } from "@marketplace/server";
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

/** Domain time, by which deliveries are due, and the machine's, by which claims end. */
export interface Present {
  now: Date;
  present: Date;
}

/** `due` and `present` are as `now` and `present` of a `Present`. */
interface Waiting {
  due: Date;
  present: Date;
  /** For how long claims hold, in milliseconds. */
  claimMs: number;
}

interface Claim extends Waiting {
  limit: number;
  /** Deliveries that this process attempts already. */
  except: readonly string[];
}

export type DeliveriesRepo = ReturnType<typeof createDeliveriesRepo>;

const addJob = `${workerSchema}.add_job`;

/** A claim that ends after `latest` is from before the machine's clock was set back. */
const claimable = (present: string, latest: string): string =>
  `(claimed_until IS NULL OR claimed_until <= ${present} OR claimed_until > ${latest})`;

const dueTo = `
  SELECT id FROM applications WHERE EXISTS (
    SELECT FROM notification_deliveries
    WHERE application_id = applications.id AND due_at <= $1 AND ${claimable("$2", "$3")})
  ORDER BY id`;
const valuesOf = ({ due, present, claimMs }: Waiting) => [
  due,
  present,
  new Date(present.getTime() + claimMs),
];

/**
 * Plain SQL and not Prisma: every batch of every relay runs it. Earlier releases stored an empty callback URL
 * as one.
 */
const taking = `
  WITH given AS (
    SELECT DISTINCT ON (id) * FROM jsonb_to_recordset($1::jsonb)
      AS event(id uuid, topic text, resource text, user_id bigint, request_id text, actions text[]) ORDER BY id
  ), subscribed AS MATERIALIZED (
    SELECT concerned.user_id, concerned.topic, application.id AS application_id
    FROM (SELECT DISTINCT user_id, topic FROM given) concerned
    JOIN LATERAL (
      SELECT application_id FROM token_families family
      WHERE family.user_id = concerned.user_id AND family.revoked_at IS NULL
      UNION SELECT owned.id FROM applications owned WHERE owned.owner_id = concerned.user_id
    ) allowed ON true
    JOIN applications application ON application.id = allowed.application_id
    JOIN users owner ON owner.id = application.owner_id AND owner.disabled_at IS NULL
    WHERE application.callback_url <> '' AND application.disabled_by IS NULL AND concerned.topic = ANY (application.topics)
      AND NOT (concerned.topic = 'orders' AND 'orders_v2' = ANY (application.topics))
  ), fresh AS (
    INSERT INTO notification_events (id, received_at)
    SELECT id, $2::timestamptz FROM given
    WHERE (user_id, topic) IN (SELECT user_id, topic FROM subscribed) ORDER BY id
    ON CONFLICT (id) DO NOTHING RETURNING id
  ), made AS (
    INSERT INTO notification_deliveries (application_id, topic, resource, user_id, request_id, actions, received_at, due_at)
    SELECT application_id, topic, resource, user_id, request_id, actions, $2::timestamptz, $2::timestamptz
    FROM given JOIN fresh USING (id) JOIN subscribed USING (user_id, topic)
    RETURNING application_id
  ), woken AS (
    SELECT job.id FROM (SELECT DISTINCT application_id AS id FROM made ORDER BY 1) target,
      LATERAL ${workerSchema}.add_job('${deliverTask}', json_build_object('application_id', target.id),
        job_key => target.id::text) job
  )
  SELECT (SELECT count(*) FROM fresh) AS taken, (SELECT count(*) FROM woken) AS jobs`;

/** Deliveries and the jobs that wake their application's worker. Each change commits with its jobs. */
export function createDeliveriesRepo(db: GatewayDatabase) {
  return {
    /**
     * Takes events: one delivery for each application that subscribed to the topic and may act for the user,
     * as its owner or by a grant. `orders` is the old name of `orders_v2`: an application that subscribed to
     * both gets the new one only. Known events and events without a subscriber leave nothing behind. Returns
     * the number of new events.
     */
    async take(events: readonly MarketplaceEvent[], now: Date): Promise<number> {
      const [row] = await db.query<{ taken: number; jobs: number }>(taking, [JSON.stringify(events), now]);
      return row?.taken ?? 0;
    },

    /** Claims due deliveries for `claimMs`; those of an unfinished claim can be claimed again after that. */
    claim(applicationId: number, { due, present, claimMs, limit, except }: Claim) {
      const until = new Date(present.getTime() + claimMs);
      return db.query<Delivery>(
        `
        UPDATE notification_deliveries delivery SET claimed_until = $1
        FROM (
          SELECT id FROM notification_deliveries
          WHERE application_id = $2 AND due_at <= $3 AND ${claimable("$4", "$1")} AND id <> ALL ($6::uuid[])
          ORDER BY due_at LIMIT $5 FOR UPDATE SKIP LOCKED
        ) due
        WHERE delivery.id = due.id
        RETURNING delivery.id, application_id, topic, resource, user_id, request_id, actions, received_at, attempts`,
        [until, applicationId, due, present, limit, except],
      );
    },

    /** Prolongs the claims of attempts that take long, but of none whose outcome is stored meanwhile. */
    async renew(ids: readonly string[], until: Date): Promise<void> {
      await db.execute(
        "UPDATE notification_deliveries SET claimed_until = $1 WHERE id = ANY ($2::uuid[]) AND claimed_until IS NOT NULL",
        [until, ids],
      );
    },

    /** Deletes acknowledged deliveries. */
    async acknowledge(ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      await db.execute("DELETE FROM notification_deliveries WHERE id = ANY ($1::uuid[])", [ids]);
    },

    /** Stores failed attempts and schedules their retries; ignores attempts that are stored already. */
    async fail(failures: readonly FailedAttempt[], { now, present }: Present): Promise<void> {
      if (failures.length === 0) return;
      const rows = failures.map(({ sentAt, dueAt, ...row }) => ({ ...row, sent_at: sentAt, due_at: dueAt }));
      // One job per second with due deliveries: no job replaces an earlier one.
      await db.query(
        `
        WITH failed AS (
          UPDATE notification_deliveries delivery SET attempts = attempt.attempts, failure = attempt.failure,
            sent_at = attempt.sent_at, due_at = attempt.due_at, claimed_until = NULL,
            missed_at = CASE WHEN attempt.due_at IS NULL THEN $1::timestamptz END
          FROM jsonb_to_recordset($2::jsonb)
            AS attempt(id uuid, attempts smallint, failure text, sent_at timestamptz, due_at timestamptz)
          WHERE delivery.id = attempt.id AND delivery.attempts = attempt.attempts - 1 AND missed_at IS NULL
          RETURNING application_id, delivery.due_at
        ), moments AS (
          SELECT DISTINCT application_id, ceil(extract(epoch FROM due_at - $1::timestamptz + $4::timestamptz))::bigint AS second
          FROM failed WHERE due_at IS NOT NULL ORDER BY 1, 2
        )
        SELECT job.id FROM moments,
          LATERAL ${addJob}($3, json_build_object('application_id', application_id),
            run_at => to_timestamp(second), job_key => application_id || ':' || second) job`,
        [now, JSON.stringify(rows), deliverTask, present],
      );
    },

    /** Whether a delivery waits longer than any can: then the clock was set back. */
    async anyAfter(now: Date, longestMs: number): Promise<boolean> {
      const latest = new Date(now.getTime() + longestMs);
      const rows = await db.query(
        `
        SELECT FROM applications WHERE EXISTS (
          SELECT FROM notification_deliveries WHERE application_id = applications.id AND due_at > $1)
        LIMIT 1`,
        [latest],
      );
      return rows.length > 0;
    },

    /** Shortens waits beyond the longest for their attempts: the clock was set back since they began. */
    async shorten(now: Date, longestMs: readonly number[]): Promise<void> {
      await db.execute(
        `
        UPDATE notification_deliveries SET due_at = $1::timestamptz + longest.ms * interval '1 millisecond'
        FROM unnest($2::float8[]) WITH ORDINALITY AS longest(ms, number)
        WHERE attempts = longest.number - 1 AND due_at > $1::timestamptz + longest.ms * interval '1 millisecond'`,
        [now, [...longestMs]],
      );
    },

    /** The applications with due deliveries that nobody attempts. */
    async dueApplications(at: Waiting): Promise<number[]> {
      const rows = await db.query<{ id: number }>(dueTo, valuesOf(at));
      return rows.map(({ id }) => id);
    },

    /** Schedules jobs for all applications with due deliveries that nobody attempts. */
    async wakeDue(at: Waiting): Promise<void> {
      await db.query(
        `
        SELECT job.id FROM (${dueTo}) target,
          LATERAL ${addJob}($4, json_build_object('application_id', target.id), job_key => target.id::text) job`,
        [...valuesOf(at), deliverTask],
      );
    },

    /** When those of these deliveries are due that wait for an attempt. */
    async nextAttempts(ids: readonly string[]): Promise<Map<string, Date>> {
      const rows = await db.query<{ id: string; due_at: Date }>(
        "SELECT id, due_at FROM notification_deliveries WHERE id = ANY ($1::uuid[]) AND due_at IS NOT NULL",
        [ids],
      );
      return new Map(rows.map(({ id, due_at }) => [id, due_at]));
    },

    /** The next attempts of a range. */
    attemptsDue: (range: DueRange) =>
      db.query<DueRow>(
        `SELECT due_at AS at, '/notifications/' || id AS id FROM notification_deliveries
         WHERE due_at > $1 AND due_at <= $2 ORDER BY due_at, id::text COLLATE "C" LIMIT $3`,
        [range.after, range.until, range.limit],
      ),

    /** Missed notifications that end within a range, so long after the last attempt. */
    endsOfMissed: (ageMs: number) => (range: DueRange) =>
      db.query<DueRow>(
        `SELECT missed_at + $4 * interval '1 ms' AS at, '/missed_feeds/' || id AS id FROM notification_deliveries
         WHERE missed_at > $1::timestamptz - $4 * interval '1 ms' AND missed_at <= $2::timestamptz - $4 * interval '1 ms'
         ORDER BY missed_at, id::text COLLATE "C" LIMIT $3`,
        [range.after, range.until, range.limit, ageMs],
      ),

    /** Counts due or claimed, later and missed notifications, 100 000 at most. */
    async waiting(now: Date): Promise<Record<"due" | "later" | "missed", number>> {
      const [row] = await db.query<Record<"due" | "later" | "missed", number>>(
        `
        SELECT count(*) FILTER (WHERE due_at <= $1)::int AS due,
          count(*) FILTER (WHERE due_at > $1)::int AS later,
          count(*) FILTER (WHERE missed_at IS NOT NULL)::int AS missed
        FROM (SELECT due_at, missed_at FROM notification_deliveries LIMIT 100000) counted`,
        [now],
      );
      return row ?? { due: 0, later: 0, missed: 0 };
    },

    /** Deletes what was missed before `missedBefore`, and events taken before `takenBefore`. */
    async purge({ missedBefore, takenBefore }: { missedBefore: Date; takenBefore: Date }): Promise<void> {
      await deleteBefore(db, { table: "notification_deliveries", column: "missed_at", before: missedBefore });
      await deleteBefore(db, { table: "notification_events", column: "received_at", before: takenBefore });
    },
  };
}
