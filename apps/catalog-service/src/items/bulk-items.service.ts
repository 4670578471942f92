import { createHash } from "node:crypto";
import {
  bodyLimits,
  type Caller,
  common,
  type IdempotencyStore,
  type Line,
  linesIn,
  type OncePerPart,
  Problem,
  parseJson,
  readAsBody,
  type Sites,
} from "@marketplace/conventions";
import type { CategoryReader } from "../categories/known-categories.service.ts";
import type { Deps } from "../deps.ts";
import { type BulkItemResult, NewItemLine } from "./bulk-items.schema.ts";
import { type BulkSellers, bulkSellers } from "./bulk-sellers.service.ts";
import { withPresentCategories } from "./deleted-category.service.ts";
import type { NewItem } from "./items.schema.ts";
import { newItem } from "./new-item.rules.ts";
import { draftItem } from "./write-items.service.ts";

export interface BulkDeps
  extends Pick<
    Deps,
    "knownCategories" | "clock" | "items" | "clients" | "sellers" | "variationIds" | "pictures" | "links"
  > {
  sites?: SitesOfBulk | undefined;
}

interface SitesOfBulk extends Sites<BulkDeps> {
  opened(): ReadonlyMap<string, unknown>;
}

/**
 * Lines and bytes of a block, which is one transaction. Blocks depend on the lines only, never on how they
 * arrive, so that a repetition has the same ones.
 */
const blockLimits = { lines: 200, bytes: 4 * 1024 * 1024 } as const;

interface Bulk {
  source: AsyncIterable<Buffer>;
  /** Whose the items are; an operator's lines may name other sellers. */
  caller: Caller;
  oncePerPart: OncePerPart;
}

/** Lines that were handled in one transaction, and their results as NDJSON, in the same order. */
interface DoneBlock {
  lines: readonly Line[];
  results: string;
}

/**
 * Lists the items of a stream of NDJSON. Gives each block of lines once it is stored. When the source breaks
 * off, its last, incomplete block is not stored.
 */
export async function* listItems(
  { source, caller, oncePerPart }: Bulk,
  deps: BulkDeps,
): AsyncGenerator<DoneBlock> {
  const bySeller = bulkSellers(caller, deps.clients.identity);
  const { sites } = deps;
  let block = 0;
  for await (const lines of blocksOf(linesIn(source, bodyLimits.bytes))) {
    block += 1;
    const name = String(block);
    const whole = { name, hash: hashOf(lines), lines, bySeller, oncePerPart };
    const results = await (sites ? listAtSites(whole, { ...deps, sites }) : listBlock(whole, deps));
    yield { lines, results };
  }
}

interface Block {
  /** Unique in the request. */
  name: string;
  /** Of all lines of the block. */
  hash: string;
  lines: readonly Line[];
  bySeller: BulkSellers;
  oncePerPart: OncePerPart;
  store?: IdempotencyStore | undefined;
}

/** Handles lines in one transaction, and gives their results as NDJSON. */
function listBlock(
  { name, hash, lines, bySeller, oncePerPart, store }: Block,
  deps: BulkDeps,
): Promise<string> {
  const part = { name, hash, store };
  return oncePerPart(part, (keep) =>
    withPresentCategories(async () => {
      const drafts = await draftAll(lines, bySeller, deps);
      return keep(async () => textOf(await storeAll(drafts, deps)));
    }),
  ).catch((error: unknown) => textOf(refusedAll(lines, error)));
}

/**
 * The same where sites have databases of their own: the lines for each database in a transaction of its own.
 * Each keeps its part by the name and the hash of the whole block. So a repetition finds what was listed when
 * all sites were at home, which a copy of home has as well, and when a line's seller was another's.
 */
async function listAtSites(block: Block, { sites }: BulkDeps & { sites: SitesOfBulk }): Promise<string> {
  const sent = sentOf(block.lines);
  const callers = await block.bySeller(sent.flatMap(({ value }) => value.sellerId ?? []));
  const databaseOf = (siteId: string | undefined) =>
    siteId !== undefined && sites.opened().has(siteId) ? siteId : undefined;
  const byDatabase = Map.groupBy(sent, ({ value }) => databaseOf(siteOf(callers, value.sellerId)));
  const own = new Map<number, string>();
  const others = new Map<number, string>();
  for (const [siteId, some] of byDatabase) {
    const lines = some.map(({ line }) => line);
    const numbers = new Set(lines.map(({ number }) => number));
    const done = await sites.on(siteId, (of, { idempotency: store }) =>
      listBlock({ ...block, lines, store }, of),
    );
    for (const text of done.trimEnd().split("\n")) {
      const { line } = JSON.parse(text) as BulkItemResult;
      (numbers.has(line) ? own : others).set(line, text);
    }
  }
  const result = ({ number }: Line): string =>
    own.get(number) ?? others.get(number) ?? JSON.stringify(refused(number, common.idempotency_conflict()));
  return block.lines.map((line) => `${result(line)}\n`).join("");
}

/** The site of a line's seller; none of a line whose seller is refused. */
function siteOf(callers: Awaited<ReturnType<BulkSellers>>, sellerId: number | undefined): string | undefined {
  try {
    return callers(sellerId).siteId;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

async function* blocksOf(lines: AsyncIterable<Line>): AsyncGenerator<Line[]> {
  let block: Line[] = [];
  let bytes = 0;
  for await (const line of lines) {
    block.push(line);
    bytes += line.bytes?.length ?? 0;
    if (block.length < blockLimits.lines && bytes < blockLimits.bytes) continue;
    yield block;
    [block, bytes] = [[], 0];
  }
  if (block.length > 0) yield block;
}

function hashOf(lines: readonly Line[]): string {
  const hash = createHash("sha256");
  for (const { number, bytes } of lines) hash.update(`${number} ${bytes?.length}\n`).update(bytes ?? "");
  return hash.digest("base64url");
}

/** The key has another block in this place: its lines are refused, and the next block may be the same. */
function refusedAll(lines: readonly Line[], error: unknown): BulkItemResult[] {
  if (!(error instanceof Problem) || error.key !== common.idempotency_conflict.key) throw error;
  return lines.map(({ number }) => refused(number, error));
}

const refused = (line: number, problem: Problem): BulkItemResult => ({
  line,
  code: problem.status,
  body: problem.body(),
});

const textOf = (results: readonly BulkItemResult[]): string =>
  results.map((result) => `${JSON.stringify(result)}\n`).join("");

const newLine = { ...newItem, body: NewItemLine };

type Draft = { line: number; item: NewItem } | { line: number; problem: Problem };

/** Checks the lines of a block, each as POST /items checks its body. */
async function draftAll(lines: readonly Line[], bySeller: BulkSellers, deps: BulkDeps): Promise<Draft[]> {
  const sent = sentOf(lines);
  const callers = await bySeller(sent.flatMap(({ value }) => value.sellerId ?? []));
  const readers = new Map<string, CategoryReader>();
  const drafts: Draft[] = [];
  for (const {
    line: { number: line },
    value,
  } of sent) {
    try {
      const caller = callers(value.sellerId);
      const { siteId } = caller;
      const categories = readers.get(siteId) ?? (await deps.knownCategories.of(siteId));
      readers.set(siteId, categories);
      const input = await readAsBody(newLine, { value: value.get, caller }, { categories });
      drafts.push({ line, item: await draftItem(input, caller, { ...deps, categories }) });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      drafts.push({ line, problem: error });
    }
  }
  return drafts;
}

/** The value of a line; `get` throws what is wrong with a line that has none. */
interface Sent {
  get: () => unknown;
  sellerId: number | undefined;
}

const sentOf = (lines: readonly Line[]) =>
  lines.map((line) => ({ line, value: attempt(() => jsonOf(line)) }));

function attempt(read: () => unknown): Sent {
  try {
    const value = read();
    return { get: () => value, sellerId: sellerIdIn(value) };
  } catch (error) {
    const get = () => {
      throw error;
    };
    return { get, sellerId: undefined };
  }
}

function jsonOf({ bytes }: Line): unknown {
  if (bytes) return parseJson(bytes);
  throw common.payload_too_large({ limit: bodyLimits.bytes });
}

/** Anything else than an integer is refused with the other fields of the line. */
function sellerIdIn(value: unknown): number | undefined {
  if (typeof value !== "object" || value === null || !("seller_id" in value)) return undefined;
  return Number.isSafeInteger(value.seller_id) ? Number(value.seller_id) : undefined;
}

/** Stores the items of a block in one transaction. */
async function storeAll(drafts: readonly Draft[], { items }: Pick<Deps, "items">): Promise<BulkItemResult[]> {
  const valid = drafts.flatMap((draft) => ("item" in draft ? [draft] : []));
  const ids = valid.length > 0 ? await items.create(valid.map(({ item }) => item)) : [];
  const idOf = new Map(valid.map(({ line }, index) => [line, ids[index]]));
  return drafts.map((draft) =>
    "item" in draft
      ? { line: draft.line, code: 201, id: idOf.get(draft.line) }
      : refused(draft.line, draft.problem),
  );
}
