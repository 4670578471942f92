import type { Page } from "@marketplace/conventions";
import { type GatewayDatabase, Prisma } from "@marketplace/database/gateway";
import { deliverTask, workerSchema } from "./job-queue.sql.ts";
import type { Delivery } from "./notification.schema.ts";

/** A delivery without acknowledgement. */
export interface MissedDelivery extends Delivery {
  sent_at: Date;
  failure: string;
}

export type MissedFeedsRepo = ReturnType<typeof createMissedFeedsRepo>;

const columns = Prisma.sql`id, application_id, topic, resource, user_id, received_at, attempts, sent_at, failure`;

/** What is left of deliveries after their last attempt. */
export function createMissedFeedsRepo(db: GatewayDatabase) {
  return {
    /** Those missed since, latest first. */
    async list(applicationId: number, since: Date, { limit, offset }: Page) {
      const missed = Prisma.sql`FROM notification_deliveries
        WHERE application_id = ${applicationId} AND missed_at >= ${since}`;
      const [count] = await db.current().$queryRaw<{ total: number }[]>`SELECT count(*) AS total ${missed}`;
      const deliveries = await db.current().$queryRaw<MissedDelivery[]>`
        SELECT ${columns} ${missed} ORDER BY missed_at DESC, id LIMIT ${limit} OFFSET ${offset}`;
      return { total: count?.total ?? 0, deliveries };
    },

    async find(id: string, since: Date): Promise<MissedDelivery | undefined> {
      const [row] = await db.current().$queryRaw<MissedDelivery[]>`
        SELECT ${columns} FROM notification_deliveries WHERE id = ${id}::uuid AND missed_at >= ${since}`;
      return row;
    },

    /** Makes it due now with all its attempts before it; false when it is not missed any more. */
    async replay(id: string, now: Date): Promise<boolean> {
      const rows = await db.current().$queryRaw<unknown[]>(Prisma.sql`
        WITH replayed AS (
          UPDATE notification_deliveries SET attempts = 0, missed_at = NULL, due_at = ${now}
          WHERE id = ${id}::uuid AND missed_at IS NOT NULL RETURNING application_id
        )
        SELECT job.id FROM replayed, LATERAL ${Prisma.raw(`${workerSchema}.add_job`)}(${deliverTask},
          json_build_object('application_id', application_id), job_key => application_id::text) job`);
      return rows.length > 0;
    },
  };
}
