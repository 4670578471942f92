import type pg from "pg";

/** A table with the columns that are stored, without those that are computed. */
export interface TableShape {
  name: string;
  columns: string[];
}

/** What the rows of a database fit: migrations, with their checksums, and what these made. */
export interface DatabaseShape {
  migrations: string[];
  /** Tables that others refer to come before those. */
  tables: TableShape[];
  sequences: string[];
}

/** The migrator's own table, whose rows are not carried. */
const migrationsTable = "_prisma_migrations";

export async function readShape(session: pg.ClientBase): Promise<DatabaseShape> {
  const { rows: applied } = await session.query<{ migration: string }>(
    `SELECT migration_name || ' ' || checksum AS migration FROM ${migrationsTable}
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  const { rows: tables } = await session.query<TableShape>(
    `SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> $1
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.oid ORDER BY c.relname`,
    [migrationsTable],
  );
  const { rows: references } = await session.query<Reference>(
    `SELECT child.relname::text AS child, parent.relname::text AS parent FROM pg_constraint
     JOIN pg_class child ON child.oid = conrelid JOIN pg_class parent ON parent.oid = confrelid
     WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  );
  const { rows: sequences } = await session.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' ORDER BY relname`,
  );
  return {
    migrations: applied.map(({ migration }) => migration),
    tables: parentsFirst(tables, references),
    sequences: sequences.map(({ name }) => name),
  };
}

interface Reference {
  child: string;
  parent: string;
}

/** Topological order by foreign keys; a table may refer to itself. */
function parentsFirst(tables: readonly TableShape[], references: readonly Reference[]): TableShape[] {
  const ordered: TableShape[] = [];
  const waiting = new Set(tables);
  while (waiting.size > 0) {
    const names = new Set([...waiting].map(({ name }) => name));
    const isFree = ({ name }: TableShape) =>
      !references.some(({ child, parent }) => child === name && parent !== name && names.has(parent));
    const free = [...waiting].filter(isFree);
    if (free.length === 0) throw new Error("foreign keys of tables form a circle");
    for (const table of free) waiting.delete(table);
    ordered.push(...free);
  }
  return ordered;
}
