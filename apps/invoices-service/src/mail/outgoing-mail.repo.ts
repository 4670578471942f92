import { randomUUID } from "node:crypto";
import type { Change } from "@marketplace/database";
import type { InvoicesDatabase } from "@marketplace/database/invoices";

/** An e-mail to a user about a pack; the address is looked up when it is sent. */
export type MailOrder = { packId: number; userId: number } & (
  | { kind: "fiscal_documents"; details: { filenames: string[] } }
  | { kind: "billing_request"; details: { text: string } }
);

/** An e-mail that was claimed; `id` becomes its Message-ID, so that a repetition can be recognised. */
export type ClaimedMail = MailOrder & {
  id: string;
  /** Attempts begun, this one included: one that ended with its process counts too. */
  attempts: number;
  createdAt: Date;
};

/** Which e-mail to claim. Times are milliseconds. */
export interface MailClaim {
  /** For how long the claim holds unless it is renewed. */
  leaseMs: number;
  /** What is due later than this from now was written before the database's clock was set back: it is claimed at once. */
  latestDueMs: number;
  /** E-mails that this process is sending: whatever the clock says, they are not sent beside themselves. */
  except: readonly string[];
}

/**
 * The e-mails that wait to be sent. A claim moves `due_at` ahead in one short statement, so no transaction is open while an
 * e-mail is sent; what a crash leaves is due again when the claim has lapsed. The time is the database's, which all replicas
 * share.
 */
export interface OutgoingMailRepo {
  /** Orders an e-mail in the present transaction: it is sent once that commits, and never if it does not. */
  add(mail: MailOrder, at: Date): Promise<void>;
  /** The order of an e-mail, for a change that it goes with. */
  ordering(mail: MailOrder, at: Date): Change;
  /** Claims the e-mail that has been due longest, but those that another replica is claiming. */
  claim(claim: MailClaim): Promise<ClaimedMail | undefined>;
  /** Lets claims hold for that long from now; an e-mail that was put off meanwhile stays so. */
  renew(ids: readonly string[], leaseMs: number): Promise<void>;
  /** Removes an e-mail that is done with. */
  remove(id: string): Promise<void>;
  /** Puts an attempt off that failed, unless somebody has begun another one since. */
  postpone(mail: Pick<ClaimedMail, "id" | "attempts">, waitMs: number): Promise<void>;
  /** Calls back after every commit that ordered something. */
  onCommit(callback: () => void): void;
}

interface Row {
  id: string;
  kind: string;
  pack_id: number;
  user_id: number;
  details: unknown;
  attempts: number;
  created_at: Date;
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
  RETURNING mail.id, kind, pack_id, user_id, details, attempts, created_at`;
const renewed = `
  UPDATE outgoing_mail SET due_at = now() + $2 * interval '1 ms'
  WHERE id = ANY($1::uuid[]) AND due_at <= now() + $2 * interval '1 ms'`;
const postponed =
  "UPDATE outgoing_mail SET due_at = now() + $3 * interval '1 ms' WHERE id = $1::uuid AND attempts = $2";

/** The repository over a database. */
export function createOutgoingMailRepo(db: InvoicesDatabase): OutgoingMailRepo {
  const callbacks: (() => void)[] = [];
  const ordering = ({ kind, packId, userId, details }: MailOrder, at: Date): Change => ({
    statement: inserted,
    values: [randomUUID(), kind, packId, userId, JSON.stringify(details), at],
    afterCommit() {
      for (const callback of callbacks) callback();
    },
  });
  return {
    ordering,
    add: (mail, at) => db.change([ordering(mail, at)]),
    async claim({ leaseMs, latestDueMs, except }) {
      const [row] = await db.changing<Row>(claimed, [leaseMs, latestDueMs, except]);
      return row && toMail(row);
    },
    async renew(ids, leaseMs) {
      await db.execute(renewed, [ids, leaseMs]);
    },
    async remove(id) {
      await db.execute("DELETE FROM outgoing_mail WHERE id = $1::uuid", [id]);
    },
    async postpone({ id, attempts }, waitMs) {
      await db.execute(postponed, [id, attempts, waitMs]);
    },
    onCommit: (callback) => void callbacks.push(callback),
  };
}

const toMail = ({ id, kind, pack_id, user_id, details, attempts, created_at }: Row): ClaimedMail =>
  // Only add() writes rows, so kind and details fit each other.
  ({
    id,
    kind,
    details,
    attempts,
    createdAt: created_at,
    packId: pack_id,
    userId: user_id,
  }) as ClaimedMail;
