import { randomUUID } from "node:crypto";
import type { Change } from "@marketplace/database";
import type { InvoicesDatabase } from "@marketplace/database/invoices";

/** An e-mail to a user about a pack. The address is looked up when it is sent. */
export type MailOrder = { packId: number; userId: number } & (
  | { kind: "fiscal_documents"; details: { filenames: string[] } }
  | { kind: "billing_request"; details: { text: string } }
);

/** A claimed e-mail; `id` becomes its Message-ID, by which servers recognize a repetition. */
export type ClaimedMail = MailOrder & {
  id: string;
  /** Attempts begun, including this one and those whose process ended. */
  attempts: number;
  createdAt: Date;
};

/** Which e-mail to claim. Times are milliseconds. */
interface MailClaim {
  /** How long the claim holds unless it is renewed. */
  leaseMs: number;
  /** E-mails due later were written before the database's clock was set back, and are due now. */
  latestDueMs: number;
  /** E-mails that this process is sending, which are not claimed whatever the clock says. */
  except: readonly string[];
}

const inserted = `
  INSERT INTO outgoing_mail (id, kind, pack_id, user_id, details, attempts, due_at, created_at)
  VALUES ($1::uuid, $2, $3::bigint, $4::bigint, $5::jsonb, 0, now(), $6::timestamptz)`;
const claimed = `
  UPDATE outgoing_mail mail SET due_at = now() + $1 * interval '1 ms', attempts = mail.attempts + 1
  FROM (
    SELECT id FROM outgoing_mail
    WHERE (due_at <= now() OR due_at > now() + $2 * interval '1 ms') AND id <> ALL($3::uuid[])
    ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
  ) due
  WHERE mail.id = due.id
  RETURNING mail.id, kind, pack_id AS "packId", user_id AS "userId", details, attempts, created_at AS "createdAt"`;
const renewed = `
  UPDATE outgoing_mail SET due_at = now() + $2 * interval '1 ms'
  WHERE id = ANY($1::uuid[]) AND due_at <= now() + $2 * interval '1 ms'`;
const postponed =
  "UPDATE outgoing_mail SET due_at = now() + $3 * interval '1 ms' WHERE id = $1::uuid AND attempts = $2";

// Counted to a limit, as an outbox is. `created_at` is domain time.
const backlog = `SELECT count(*)::int AS waiting, count(*) FILTER (WHERE attempts > 0)::int AS retrying,
    coalesce(max(extract(epoch FROM $1::timestamptz - created_at)), 0)::float8 AS age
  FROM (SELECT attempts, created_at FROM outgoing_mail LIMIT 100000) counted`;

export type OutgoingMailRepo = ReturnType<typeof createOutgoingMailRepo>;

/**
 * E-mails that wait to be sent. A claim moves `due_at` ahead in one short statement, so no transaction is
 * open while an e-mail is sent. After a crash it is due again when the claim expires. The time is the
 * database's, which all replicas share.
 */
export function createOutgoingMailRepo(db: InvoicesDatabase) {
  const callbacks: (() => void)[] = [];
  const ordering = ({ kind, packId, userId, details }: MailOrder, at: Date): Change => ({
    statement: inserted,
    values: [randomUUID(), kind, packId, userId, JSON.stringify(details), at],
    afterCommit() {
      for (const callback of callbacks) callback();
    },
  });
  return {
    /** The statement that orders an e-mail, to go with other changes. */
    ordering,
    /** Orders an e-mail in the ambient transaction: it is sent if that commits. */
    add: (mail: MailOrder, at: Date) => db.change([ordering(mail, at)]),
    /** Claims the e-mail that has been due longest; skips those that another replica is claiming. */
    async claim({ leaseMs, latestDueMs, except }: MailClaim): Promise<ClaimedMail | undefined> {
      return (await db.query<ClaimedMail>(claimed, [leaseMs, latestDueMs, except]))[0];
    },
    /** Extends claims to that long from now; an e-mail that was postponed meanwhile stays so. */
    async renew(ids: readonly string[], leaseMs: number): Promise<void> {
      await db.execute(renewed, [ids, leaseMs]);
    },
    /** Removes an e-mail that is sent or given up. */
    async remove(id: string): Promise<void> {
      await db.execute("DELETE FROM outgoing_mail WHERE id = $1::uuid", [id]);
    },
    /** Postpones an e-mail after a failed attempt, unless another attempt has begun since. */
    async postpone({ id, attempts }: Pick<ClaimedMail, "id" | "attempts">, waitMs: number): Promise<void> {
      await db.execute(postponed, [id, attempts, waitMs]);
    },
    /** How many e-mails wait, how many of them failed before, and for how long the oldest has waited. */
    async backlog(now: Date): Promise<{ waiting: number; retrying: number; oldest_seconds: number }> {
      const [row] = await db.query<{ waiting: number; retrying: number; age: number }>(backlog, [now]);
      return {
        waiting: row?.waiting ?? 0,
        retrying: row?.retrying ?? 0,
        oldest_seconds: Math.max(0, row?.age ?? 0),
      };
    },
    /** Calls back after every commit that ordered an e-mail. */
    onCommit: (callback: () => void) => void callbacks.push(callback),
  };
}
