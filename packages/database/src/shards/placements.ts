import { isDatabaseAddress } from "../address.ts";
import type { Source } from "../read-replica/source.ts";

/** Host, port and name of a database: what its placement says. */
export function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || "5432"}${pathname}`;
}

/** A variable of the environment names no databases. */
export class AddressesInvalid extends Error {
  override readonly name = "AddressesInvalid";
}

/** The databases that a process knows for each site that has its own: one, or while the site moves two. */
export type ShardUrls = ReadonlyMap<string, readonly string[]>;

const form = /^[A-Z]{3}$/;

/**
 * Reads `<prefix><SITE>` of an environment: the addresses of the site's database, with a comma between while
 * it moves. `complete` adds what an address lacks, such as its password. Throws AddressesInvalid.
 */
export function shardUrlsOf(
  env: Readonly<Record<string, string | undefined>>,
  prefix: string,
  complete: (url: string) => string = (url) => url,
): ShardUrls {
  const urls = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(env)) {
    if (!value || !name.startsWith(prefix)) continue;
    const site = name.slice(prefix.length);
    // Ignored, its site would silently stay at home.
    if (!form.test(site))
      throw new AddressesInvalid(
        `Invalid configuration: ${name}: must end with the id of a site, such as ${prefix}MLA`,
      );
    // A password may have a comma too.
    const list = value.split(/,\s*(?=postgres(?:ql)?:)/).map((url) => url.trim());
    const wrong = list.find((url) => !isDatabaseAddress(url));
    if (wrong !== undefined)
      throw new AddressesInvalid(`Invalid configuration: ${name}: must be addresses of Postgres`);
    urls.set(site, list.map(complete));
  }
  return urls;
}

/**
 * How far the rows that a site had at home are on their way to its database
 * (docs/adr/0020-a-site-is-a-shard.md):
 * - prepared: the database is there, and everything is at home;
 * - opening: home takes no new rows of the site any more, and its database none yet;
 * - moving: new rows are in the site's database, older ones in either;
 * - done: all are in the site's database. Some have ids of home's range.
 */
export type SplitState = "prepared" | "opening" | "moving" | "done";

/** A site's database. */
export interface Placement {
  /** Host, port and name. */
  readonly address: string;
  /** Set for a site that had rows at home. */
  readonly split?: SplitState | undefined;
}

/**
 * How old what a process knows of placements may be when it begins a request, while a site may be split off.
 * The steps of a split are further apart, so that no process works by an older one than the last.
 */
export const placementsLeaseMs = 500;

// One statement: the last step of a split makes the placement and changes the state at once.
const read = `SELECT site_id, coalesce(p.address, s.address) AS address, s.state
  FROM site_placements p FULL JOIN site_splits s USING (site_id)`;

/** The sites' databases by now; a site that is not in it has none. */
export async function placementsAt(home: Pick<Source, "query">): Promise<ReadonlyMap<string, Placement>> {
  const rows = await home.query<{ site_id: string; address: string; state: SplitState | null }>(read);
  return new Map(
    rows.map(({ site_id, address, state }) => [site_id, { address, split: state ?? undefined }]),
  );
}

/** Whether rows of the site are, or may be, at home. */
export const isSplitting = ({ split }: Placement): boolean => split !== undefined && split !== "done";
