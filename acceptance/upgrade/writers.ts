import type { Answer } from "../faults/ask.ts";
import { type Outcome, outcomeOf, uniqueText } from "../faults/ledger.ts";
import { noted, usualWriters, type Writer, type Writing } from "../faults/load.ts";
import { itemLike, type Model } from "../product/items.ts";
import { type Grant, refresh, type TokenEndpoint, type Tokens } from "./grant.ts";

/** An item that a seller lists during an upgrade. */
export interface Listing {
  title: string;
  outcome: Outcome;
  id?: string;
}

/** What is written beside the ledger of the usual load. */
export interface Journal {
  /** The item that is listed again and again, by a seller of its own. */
  model: Model;
  lister: { id: number; access_token: string };
  listings: Listing[];
  /** The item that is switched on and off for Flex. */
  flexItem: string;
  /** The last state that was acknowledged; undefined while the outcome of a change is unknown. */
  hasFlex: boolean | undefined;
  grant: Grant;
}

/** The usual load, and what an upgrade could break beside it: new items, searches, Flex and tokens. */
export const writersOf = (journal: Journal, endpoint: TokenEndpoint): readonly Writer[] => [
  ...usualWriters,
  (writing) => list(writing, journal),
  (writing) => switchFlex(writing, journal),
  (writing) => refreshTokens(writing, journal, endpoint),
  (writing) => search(writing, journal),
];

export const flexPath = ({ flexItem }: Journal): string => `/flex/sites/MLA/items/${flexItem}/v2`;

async function list(writing: Writing, { model, lister, listings }: Journal): Promise<void> {
  // Few: the index of a new catalog-service has to be read whole.
  if (writing.random() < 0.5) return;
  const listing: Listing = { title: uniqueText("Producto"), outcome: "unknown" };
  listings.push(listing);
  const body = itemLike(model, { title: listing.title });
  const answer = await writing.ask("POST", "/items", { token: lister.access_token, body });
  listing.outcome = noted(writing, answer);
  if (listing.outcome === "acknowledged") listing.id = answer.json<{ id: string }>().id;
}

async function switchFlex(writing: Writing, journal: Journal): Promise<void> {
  const { hasFlex } = journal;
  const token = writing.world.seller.access_token;
  if (hasFlex === undefined) return;
  journal.hasFlex = undefined;
  const answer = await writing.ask(hasFlex ? "DELETE" : "POST", flexPath(journal), { token });
  if (noted(writing, answer) === "acknowledged") journal.hasFlex = !hasFlex;
}

/** Takes the next tokens, with which the next request is made at once. */
async function refreshTokens(writing: Writing, { grant }: Journal, endpoint: TokenEndpoint): Promise<void> {
  const { refresh_token } = grant.tokens;
  const answer = await refresh(endpoint, refresh_token);
  if (noted(writing, answer) !== "acknowledged") return;
  grant.used.push(refresh_token);
  grant.tokens = answer.json<Tokens>();
  await read(writing, "/users/me", grant.tokens.access_token);
}

/** Reads what is there for sure, and finds what was listed last. */
async function search(writing: Writing, journal: Journal): Promise<void> {
  const { world, tally } = writing;
  const token = world.seller.access_token;
  await read(writing, flexPath(journal), token);
  await read(writing, `/sites/MLA/domain_discovery/search?q=${encodeURIComponent("celular samsung")}`, token);
  const lister = journal.lister.access_token;
  const last = journal.listings.findLast(({ id }) => id);
  if (!last) return;
  const answer = await read(writing, `/sites/MLA/search?q=${encodeURIComponent(last.title)}`, lister);
  if (outcomeOf(answer.status) !== "acknowledged") return;
  const { results } = answer.json<{ results: { id: string }[] }>();
  if (!results.some(({ id }) => id === last.id)) tally.lost.push(`a search does not find item ${last.id}`);
}

/** A read that has to succeed. */
async function read({ ask, tally }: Writing, path: string, token: string): Promise<Answer> {
  const answer = await ask("GET", path, { token });
  if (outcomeOf(answer.status) === "refused") tally.refused.push(`GET ${path}: ${answer.status}`);
  return answer;
}
