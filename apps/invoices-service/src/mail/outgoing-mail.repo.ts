import { randomUUID } from "node:crypto";
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

/** The repository over a database. */
export function createOutgoingMailRepo(db: InvoicesDatabase): OutgoingMailRepo {
  const callbacks: (() => void)[] = [];
  const table = () => db.current().outgoingMail;
  return {
    async add({ kind, packId, userId, details }, at) {
      await db.current().$executeRaw`
        INSERT INTO outgoing_mail (id, kind, pack_id, user_id, details, attempts, due_at, created_at)
        VALUES (${randomUUID()}::uuid, ${kind}, ${packId}, ${userId}, ${JSON.stringify(details)}::jsonb, 0, ${at}, ${at})`;
      db.afterCommit(() => {
        for (const callback of callbacks) callback();
      });
    },
    async lockDue(now, limit) {
      const rows = await db.current().$queryRaw<Row[]>`
        SELECT id::text, kind, pack_id, user_id, details, attempts, created_at FROM outgoing_mail
        WHERE due_at <= ${now} ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
      return rows.map(toMail);
    },
    async remove(ids) {
      await table().deleteMany({ where: { id: { in: [...ids] } } });
    },
    async postpone(id, dueAt) {
      await table().updateMany({ where: { id }, data: { dueAt, attempts: { increment: 1 } } });
    },
    onCommit: (callback) => void callbacks.push(callback),
  };
}

const toMail = ({ id, kind, pack_id, user_id, details, attempts, created_at }: Row): WaitingMail =>
  // Only add() writes rows, so kind and details fit each other.
  ({
    ...{ id, kind, details, attempts, createdAt: created_at },
    ...{ packId: Number(pack_id), userId: Number(user_id) },
  }) as WaitingMail;
