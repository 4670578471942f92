import type { Source } from "../read-replica/source.ts";

/** Host, port and name of a database: what its placement says. */
export function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || "5432"}${pathname}`;
}

/** The databases that a process knows for each site that has its own: one, or while the site moves two. */
export type ShardUrls = ReadonlyMap<string, readonly string[]>;

const form = /^[A-Z]{3}$/;

/**
 * Reads `<prefix><SITE>` of an environment: the addresses of the site's database, with a comma between while
 * it moves. `complete` adds what an address lacks, such as its password.
 */
export function shardUrlsOf(
  env: Readonly<Record<string, string | undefined>>,
  prefix: string,
  complete: (url: string) => string = (url) => url,
): ShardUrls {
  const urls = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(env)) {
    const site = name.startsWith(prefix) ? name.slice(prefix.length) : "";
    if (!value || !form.test(site)) continue;
    // A password may have a comma too.
    const list = value.split(/,\s*(?=postgres(?:ql)?:)/).map((url) => url.trim());
    const wrong = list.find((url) => !/^postgres(?:ql)?:\/\//.test(url) || !URL.canParse(url));
    if (wrong !== undefined) throw new Error(`Invalid configuration: ${name}: must be addresses of Postgres`);
    urls.set(site, list.map(complete));
  }
  return urls;
}

/** The site's database by now: `undefined` for a site without one of its own. */
export async function placementsAt(home: Pick<Source, "query">): Promise<ReadonlyMap<string, string>> {
  const rows = await home.query<{ site_id: string; address: string }>(
    "SELECT site_id, address FROM site_placements",
  );
  return new Map(rows.map(({ site_id, address }) => [site_id, address]));
}
