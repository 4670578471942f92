import { isUniqueViolation, toId } from "@marketplace/database";
import type { InvoicesDatabase } from "@marketplace/database/invoices";
import type { Difference } from "../storage/difference.record.ts";

/** A run that compares invoice rows with the object store. */
export interface Run {
  id: number;
  mend: boolean;
  startedBy: number;
  status: "running" | "done" | "failed";
  failure: string | null;
  createdAt: Date;
  finishedAt: Date | null;
  objects: number;
  documents: number;
  documentsTotal: number;
  differenceCount: number;
  /** The first ones. */
  differences: Difference[];
}

interface NewRun extends Pick<Run, "mend" | "startedBy" | "documentsTotal"> {
  at: Date;
}

/** Another run is under way. */
export class AlreadyRunning extends Error {
  override name = "AlreadyRunning";
}

/** By the machine's clock: a run whose sign of life is older than `stale` has lost its process. */
interface Alive {
  aliveAt: Date;
  stale: Date;
}

const columns = `id, mend, started_by AS "startedBy", status, failure, created_at AS "createdAt", finished_at AS "finishedAt",
  objects, documents, documents_total AS "documentsTotal", difference_count AS "differenceCount", differences`;

const abandoned = `
  UPDATE reconciliations SET status = 'failed', failure = 'its process ended', finished_at = $1::timestamptz
  WHERE status = 'running' AND alive_at < $2::timestamptz`;
const begun = `
  INSERT INTO reconciliations (mend, started_by, status, created_at, alive_at, documents_total)
  VALUES ($1, $2::bigint, 'running', $3::timestamptz, $4::timestamptz, $5)
  RETURNING ${columns}`;
const ended = `
  UPDATE reconciliations SET status = $2, failure = $3, finished_at = $4::timestamptz, objects = $5, documents = $6,
    difference_count = $7, differences = $8::jsonb
  WHERE id = $1::bigint AND status = 'running'`;

const runOf = (row: Run): Run => ({
  ...row,
  id: toId(BigInt(row.id)),
  startedBy: toId(BigInt(row.startedBy)),
});

export type ReconciliationsRepo = ReturnType<typeof createReconciliationsRepo>;

/** The table of reconciliations. A partial unique index lets one run at a time. */
export function createReconciliationsRepo(db: InvoicesDatabase) {
  return {
    /** Begins a run, after ending one whose process is gone. Throws `AlreadyRunning`. */
    async begin(run: NewRun, alive: Alive): Promise<Run> {
      await db.execute(abandoned, [run.at, alive.stale]);
      try {
        const [row] = await db.query<Run>(begun, [
          run.mend,
          run.startedBy,
          run.at,
          alive.aliveAt,
          run.documentsTotal,
        ]);
        if (!row) throw new Error("an INSERT of one row gives it back");
        return runOf(row);
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        throw new AlreadyRunning("another run is under way", { cause: error });
      }
    },
    async progress(id: number, { objects, documents }: Pick<Run, "objects" | "documents">): Promise<void> {
      await db.execute("UPDATE reconciliations SET objects = $2, documents = $3 WHERE id = $1::bigint", [
        id,
        objects,
        documents,
      ]);
    },
    /** A sign of life. */
    async touch(id: number, aliveAt: Date): Promise<void> {
      await db.execute("UPDATE reconciliations SET alive_at = $2::timestamptz WHERE id = $1::bigint", [
        id,
        aliveAt,
      ]);
    },
    async end(id: number, end: Omit<Run, "id" | "mend" | "startedBy" | "createdAt" | "documentsTotal">) {
      const { status, failure, finishedAt, objects, documents, differenceCount, differences } = end;
      const found = [objects, documents, differenceCount, JSON.stringify(differences)];
      await db.execute(ended, [id, status, failure, finishedAt, ...found]);
    },
    async find(id: number): Promise<Run | undefined> {
      const [row] = await db.query<Run>(`SELECT ${columns} FROM reconciliations WHERE id = $1::bigint`, [id]);
      return row && runOf(row);
    },
    /** The latest first. */
    async list({
      limit,
      offset,
    }: {
      limit: number;
      offset: number;
    }): Promise<{ runs: Run[]; total: number }> {
      const [rows, [count]] = await Promise.all([
        db.query<Run>(`SELECT ${columns} FROM reconciliations ORDER BY id DESC LIMIT $1 OFFSET $2`, [
          limit,
          offset,
        ]),
        db.query<{ total: number }>("SELECT count(*)::int AS total FROM reconciliations"),
      ]);
      return { runs: rows.map(runOf), total: count?.total ?? 0 };
    },
  };
}
