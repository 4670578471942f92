import { type Choice, type Ends, type MovedBatch, moveInBatches, type RowsMove } from "./split-batches.ts";
import { type Batch, type RowService, type TableMove, tableMoves } from "./table-moves.ts";

/** What an interrupted batch has left in the site's database gives way: home's row counts. */
const stored = (
  table: string,
  columns: readonly string[],
  key = "id",
) => `INSERT INTO ${table} (${columns.join(", ")})
  SELECT ${columns.join(", ")} FROM json_populate_recordset(NULL::${table}, $1::json)
  ON CONFLICT (${key}) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(", ")}`;

/** Moves the rows of a site in batches, and gives their number. Home gets no new ones of the site. */
export const moveRows = (service: RowService, move: RowsMove, ends: Ends): Promise<number> =>
  moveInBatches(move, ends.home, {
    steps: tableMoves[service],
    moveBatch: (tableMove, choice) => moveBatch(tableMove, choice, ends),
  });

async function moveBatch(
  { table, lock, selectBatch, deleteBatch, key, dependents }: TableMove,
  choice: Choice,
  { home, site, columns }: Ends,
): Promise<MovedBatch | undefined> {
  if (lock) await home.query(lock);
  const [found] = (await home.query<Batch>(selectBatch, choice)).rows;
  if (!found?.ids) return undefined;
  const store = (name: string, rows: string, of?: string) =>
    site.query(stored(name, columns.get(name) ?? [], of), [rows]);
  const [more] = dependents
    ? (await home.query<{ rows: string; count: number }>(dependents.select, [found.ids])).rows
    : [];
  await store(table, found.rows, key);
  if (dependents && more) {
    await site.query(dependents.deleteAtSite, [found.ids]);
    await store(dependents.table, more.rows);
  }
  await home.query(deleteBatch, [found.ids]);
  return { size: found.ids.length + (more?.count ?? 0), last: found.last };
}

/** Moves what is known of a site's closed items. */
export async function moveClosedItems(
  siteId: string,
  { home, site }: Pick<Ends, "home" | "site">,
): Promise<void> {
  const ofSite = `^${siteId}[0-9]+$`;
  for (;;) {
    const { rows } = await home.query<{ item_id: string }>(
      "SELECT item_id FROM closed_items WHERE item_id ~ $1 LIMIT 5000",
      [ofSite],
    );
    if (rows.length === 0) return;
    const ids = rows.map(({ item_id }) => item_id);
    await site.query("INSERT INTO closed_items SELECT unnest($1::text[]) ON CONFLICT DO NOTHING", [ids]);
    await home.query("DELETE FROM closed_items WHERE item_id = ANY ($1)", [ids]);
  }
}
