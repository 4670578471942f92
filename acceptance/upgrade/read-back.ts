import { checkItem } from "../faults/check-item.ts";
import { checkKeys } from "../faults/check-keys.ts";
import { checkOrders, checkStock } from "../faults/check-orders.ts";
import { checkQuestions } from "../faults/check-questions.ts";
import { checkSearch } from "../faults/check-search.ts";
import type { Writing } from "../faults/load.ts";
import { type Grant, refresh, type TokenEndpoint, type Tokens } from "./grant.ts";
import { flexPath, type Journal, type Listing } from "./writers.ts";

/** Reads everything back, orders from the one of this number on, and repeats their keyed purchases. */
export async function readBack(writing: Writing, journal: Journal, firstOrder: number): Promise<void> {
  const orders = writing.ledger.orders.slice(firstOrder);
  await checkQuestions(writing);
  await checkItem(writing);
  await checkOrders(writing, orders);
  await checkKeys({ ...writing, ledger: { ...writing.ledger, orders } });
  await checkStock(writing);
  await checkSearch(writing);
  await checkFlex(writing, journal);
  checkListings(journal.listings, await titlesOf(writing, journal), writing.tally);
  await checkGrant(writing, journal);
}

async function checkFlex({ ask, world, tally }: Writing, journal: Journal): Promise<void> {
  const answer = await ask("GET", flexPath(journal), { token: world.seller.access_token });
  const { has_flex } = answer.json<{ has_flex?: boolean }>();
  if (journal.hasFlex !== undefined && has_flex !== journal.hasFlex)
    tally.lost.push(`Flex of ${journal.flexItem}: ${journal.hasFlex} was acknowledged, ${has_flex} is shown`);
}

type Findings = Record<"lost" | "duplicated", string[]>;

/** Compares the titles of the seller's items with what was listed. Each title was listed once. */
export function checkListings(listings: readonly Listing[], titles: readonly string[], to: Findings): void {
  const shown = Map.groupBy(titles, (title) => title);
  for (const { title, outcome, id } of listings) {
    const count = shown.get(title)?.length ?? 0;
    if (count === 0 && outcome === "acknowledged") to.lost.push(`item ${id} "${title}"`);
    if (count > 1) to.duplicated.push(`item "${title}" is there ${count} times`);
  }
}

interface Page {
  paging: { total: number };
  results: { title: string }[];
}

async function titlesOf({ ask }: Writing, { lister }: Journal): Promise<string[]> {
  const titles: string[] = [];
  for (;;) {
    const path = `/sites/MLA/search?seller_id=${lister.id}&limit=50&offset=${titles.length}`;
    const answer = await ask("GET", path, { token: lister.access_token });
    if (answer.status !== 200) throw new Error(`items cannot be read back: ${answer.status}`);
    const { results, paging } = answer.json<Page>();
    titles.push(...results.map(({ title }) => title));
    if (results.length === 0 || titles.length >= paging.total) return titles;
  }
}

async function checkGrant({ ask, tally }: Writing, { grant }: Journal): Promise<void> {
  const { status } = await ask("GET", "/users/me", { token: grant.tokens.access_token });
  if (status !== 200) tally.lost.push(`the last access token: ${status}`);
  if (grant.used.length === 0) tally.withoutEffect.push("no token was refreshed");
}

/** Tokens of a client that did nothing during an upgrade work after it; a used refresh token does not. */
export async function checkIdleGrant({ ask, tally }: Writing, idle: Grant, endpoint: TokenEndpoint) {
  const { access_token, refresh_token } = idle.tokens;
  const read = await ask("GET", "/users/me", { token: access_token });
  const refreshed = await refresh(endpoint, refresh_token);
  if (read.status !== 200 || refreshed.status !== 200)
    return void tally.lost.push(`tokens from before: ${read.status}, refreshing ${refreshed.status}`);
  idle.tokens = refreshed.json<Tokens>();
  idle.used.push(refresh_token);
}

/** The answer to a second use of a refresh token, which may end the grant. */
export async function statusOfUsedToken({ used }: Grant, endpoint: TokenEndpoint): Promise<number> {
  const [first = ""] = used;
  return (await refresh(endpoint, first)).status;
}
