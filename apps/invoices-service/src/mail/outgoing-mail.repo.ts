import { randomUUID } from "node:crypto";
import type { Change } from "@marketplace/database";
import type { InvoicesDatabase } from "@marketplace/database/invoices";

/** An e-mail to a user about a pack; the address is looked up when it is sent. */
export type MailOrder = { packId: number; userId: number } & (
  | { kind: "fiscal_documents"; details: { filenames: string[] } }
  | { kind: "billing_request"; details: { text: string } }
);

/** An e-mail that waits; `id` becomes its Message-ID, so that a repetition can be recognised. */
export type WaitingMail = MailOrder & { id: string; attempts: number; createdAt: Date };

/** The e-mails that wait to be sent. */
export interface OutgoingMailRepo {
  /** Orders an e-mail in the present transaction: it is sent once that commits, and never if it does not. */
  add(mail: MailOrder, at: Date): Promise<void>;
  /** The order of an e-mail, for a change that it goes with. */
  ordering(mail: MailOrder, at: Date): Change;
  /** Locks e-mails that are due, but those another replica sends, for the present transaction. */
  lockDue(now: Date, limit: number): Promise<WaitingMail[]>;
  /** Removes e-mails that are done with, in the present transaction. */
  remove(ids: readonly string[]): Promise<void>;
  /** Puts an e-mail off that could not be sent. */
  postpone(id: string, dueAt: Date): Promise<void>;
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
  VALUES ($1::uuid, $2, $3::bigint, $4::bigint, $5::jsonb, 0, $6::timestamptz, $6::timestamptz)`;
const due = `
  SELECT id, kind, pack_id, user_id, details, attempts, created_at FROM outgoing_mail
  WHERE due_at <= $1 ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED`;

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
    async lockDue(now, limit) {
      return (await db.query<Row>(due, [now, limit])).map(toMail);
    },
    async remove(ids) {
      await db.execute("DELETE FROM outgoing_mail WHERE id = ANY($1::uuid[])", [ids]);
    },
    async postpone(id, dueAt) {
      await db.execute(
        "UPDATE outgoing_mail SET due_at = $2::timestamptz, attempts = attempts + 1 WHERE id = $1::uuid",
        [id, dueAt],
      );
    },
    onCommit: (callback) => void callbacks.push(callback),
  };
}

const toMail = ({ id, kind, pack_id, user_id, details, attempts, created_at }: Row): WaitingMail =>
  // Only add() writes rows, so kind and details fit each other.
  ({
    ...{ id, kind, details, attempts, createdAt: created_at },
    ...{ packId: pack_id, userId: user_id },
  }) as WaitingMail;
