import { randomBytes } from "node:crypto";
import type { OrdersDatabase } from "@marketplace/database/orders";

/** What a note is about: an order or a pack. */
export interface NoteSubject {
  subject: "order" | "pack";
  subjectId: number;
}

export interface Note {
  /** 24 hexadecimal digits. */
  id: string;
  text: string;
  createdAt: Date;
  updatedAt: Date;
}

export type NotesRepo = ReturnType<typeof createNotesRepo>;

const columns = 'id, text, created_at AS "createdAt", updated_at AS "updatedAt"';
const listed = `SELECT ${columns} FROM notes WHERE subject = $1 AND subject_id = $2 ORDER BY created_at, id`;
// With an order's lock: a sale goes to its site's database as a whole.
const added = `
  WITH sale AS (
    SELECT id FROM orders WHERE id = coalesce((SELECT id FROM orders WHERE pack_id = $3 LIMIT 1), $3) FOR KEY SHARE)
  INSERT INTO notes (id, subject, subject_id, text, created_at, updated_at)
  SELECT $1::text, $2::text, $3::bigint, $4::text, $5::timestamptz, $5::timestamptz FROM sale
  RETURNING ${columns}`;
const changed = `UPDATE notes SET text = $4, updated_at = $5 WHERE subject = $1 AND subject_id = $2 AND id = $3
  RETURNING ${columns}`;
const removed = "DELETE FROM notes WHERE subject = $1 AND subject_id = $2 AND id = $3";

/** Notes of sellers. Every call takes part in the ambient transaction. */
export function createNotesRepo(db: OrdersDatabase) {
  return {
    /** The oldest first. */
    list: ({ subject, subjectId }: NoteSubject) => db.query<Note>(listed, [subject, subjectId]),
    async add({ subject, subjectId }: NoteSubject, text: string, now: Date): Promise<Note> {
      const id = randomBytes(12).toString("hex");
      const [note] = await db.query<Note>(added, [id, subject, subjectId, text, now]);
      if (!note) throw new Error("the sale is in another database");
      return note;
    },
    /** `undefined` when the subject has no such note. */
    async change(
      { subject, subjectId }: NoteSubject,
      { id, text, now }: { id: string; text: string; now: Date },
    ) {
      const [note] = await db.query<Note>(changed, [subject, subjectId, id, text, now]);
      return note;
    },
    /** `false` when the subject has no such note. */
    async remove({ subject, subjectId }: NoteSubject, id: string): Promise<boolean> {
      return (await db.execute(removed, [subject, subjectId, id])) > 0;
    },
  };
}
