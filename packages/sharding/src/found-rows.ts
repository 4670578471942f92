import type { RowsOfId } from "@marketplace/conventions";
import { siteOfId } from "@marketplace/database";
import { isAfterChange } from "./at-site.ts";

/** What is needed to look for rows whose id does not say their site. */
interface Places<Deps> {
  alone<T>(siteId: string | undefined, work: (deps: Deps) => Promise<T>): Promise<T>;
  /** The sites that may have rows with an id of home's range, or rows whose id says nothing. */
  others(id: number | undefined): Promise<string[]>;
  /** Whether rows may be on their way from home. */
  unsettled(): boolean;
}

type Outcome<T> = { value: T } | { error: unknown };

/** Works at home, and again at a site when the rows turn out to be, or to have gone, there. */
export async function whereFound<Deps, T>(
  { id, areIn, repeatable = false }: RowsOfId<Deps>,
  { alone, others, unsettled }: Places<Deps>,
  perform: (siteId: string | undefined) => Promise<T>,
): Promise<T> {
  const mayLeave = unsettled();
  const outcome: Outcome<T> = await perform(undefined).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  const isDone = "error" in outcome ? isAfterChange(outcome.error) : !(repeatable && mayLeave);
  if (!isDone) {
    const candidates = await others(id);
    // What is at home now was there all the time, for no row comes back.
    if (candidates.length > 0 && !(await alone(undefined, areIn)))
      for (const candidate of candidates) if (await alone(candidate, areIn)) return perform(candidate);
  }
  if ("error" in outcome) throw outcome.error;
  return outcome.value;
}

interface Finding<Deps, Row> {
  find(of: Deps, ids: readonly number[]): Promise<readonly Row[]>;
  /** The id by which a row was found. */
  idOf(row: Row): number;
}

/** Finds rows by ids: where their ids say, those of home's range at home and then where home's rows went. */
export async function findRows<Deps, Row>(
  { alone, afterHome }: Pick<Places<Deps>, "alone"> & { afterHome(): Promise<string[]> },
  ids: readonly number[],
  { find, idOf }: Finding<Deps, Row>,
): Promise<Row[]> {
  const groups = Map.groupBy(ids, siteOfId);
  const findAt = (siteId: string | undefined, some: readonly number[]) =>
    alone(siteId, (of) => find(of, some));
  const ofSites = [...groups].filter(([siteId]) => siteId !== undefined);
  const found = (await Promise.all(ofSites.map(([siteId, some]) => findAt(siteId, some)))).flat();
  const ofHome = groups.get(undefined) ?? [];
  if (ofHome.length === 0) return found;
  const atHome = await findAt(undefined, ofHome);
  const known = new Set(atHome.map(idOf));
  const left = ofHome.filter((id) => !known.has(id));
  found.push(...atHome);
  if (left.length === 0) return found;
  const others = (await afterHome()).map((siteId) => findAt(siteId, left));
  return [...found, ...(await Promise.all(others)).flat()];
}

/** Rows of a fan-out, each once. Home is first: of a row on its way in two databases, home's counts. */
export function eachOnce<Row extends { id: number | string }>(found: readonly (readonly Row[])[]): Row[] {
  const rows = new Map<Row["id"], Row>();
  for (const row of found.flat()) if (!rows.has(row.id)) rows.set(row.id, row);
  return [...rows.values()];
}
