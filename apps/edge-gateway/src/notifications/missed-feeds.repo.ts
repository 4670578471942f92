import type { Page } from "@marketplace/conventions";
import type { GatewayDatabase } from "@marketplace/database/gateway";
import { deliverTask, workerSchema } from "./job-queue.sql.ts";
import type { Delivery } from "./notification.schema.ts";

/** A delivery without acknowledgement. */
export interface MissedDelivery extends Delivery {
  sent_at: Date;
  failure: string;
}

const columns =
  "id, application_id, topic, resource, user_id, actions, received_at, attempts, sent_at, failure";
const missed = "FROM notification_deliveries WHERE application_id = $1 AND missed_at >= $2";

/** What is left of deliveries after their last attempt. */
export function createMissedFeedsRepo(db: GatewayDatabase) {
  return {
    /** Those missed since, latest first. */
    async list(applicationId: number, since: Date, { limit, offset }: Page) {
      const [count] = await db.query<{ total: number }>(`SELECT count(*) AS total ${missed}`, [
        applicationId,
        since,
      ]);
      const deliveries = await db.query<MissedDelivery>(
        `SELECT ${columns} ${missed} ORDER BY missed_at DESC, id LIMIT $3 OFFSET $4`,
        [applicationId, since, limit, offset],
      );
      return { total: count?.total ?? 0, deliveries };
    },

    async find(id: string, since: Date): Promise<MissedDelivery | undefined> {
      const [row] = await db.query<MissedDelivery>(
        `SELECT ${columns} FROM notification_deliveries WHERE id = $1::uuid AND missed_at >= $2`,
        [id, since],
      );
      return row;
    },

    /** Makes it due now with all its attempts before it; false when it is not missed any more. */
    async replay(id: string, now: Date): Promise<boolean> {
      const rows = await db.query(
        `
        WITH replayed AS (
          UPDATE notification_deliveries SET attempts = 0, missed_at = NULL, due_at = $1
          WHERE id = $2::uuid AND missed_at IS NOT NULL RETURNING application_id
        )
        SELECT job.id FROM replayed, LATERAL ${workerSchema}.add_job($3,
          json_build_object('application_id', application_id), job_key => application_id::text) job`,
        [now, id, deliverTask],
      );
      return rows.length > 0;
    },
  };
}
