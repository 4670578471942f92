import { createHash } from "node:crypto";
import { bodyLimits, type Caller, linesIn, oncePerPart } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { assertAllOpened } from "../sharding/where-site-is.ts";
import { ImportRefused } from "../tree/import.problems.ts";
import { bytesOf } from "../tree/import-file.service.ts";
import type { BulkItemResult } from "./bulk-items.schema.ts";
import { type BulkDeps, listItems } from "./bulk-items.service.ts";
import { noSeller } from "./bulk-sellers.service.ts";
import { refusedLines } from "./refused-lines.service.ts";

export interface ItemsImport {
  /** NDJSON, gzip or plain: a body of POST /items on each line. */
  file: string;
  /** Whose items they are where a line names no `seller_id`. */
  seller?: number | undefined;
  /** Imports with the same key are the same import, for 24 hours; by default what the file holds. */
  key?: string | undefined;
  /** Where refused lines go, to be corrected and imported; with `.errors` why. */
  refused: string;
  onProgress?: (progress: { phase: "read" | "listed"; done: number; total: number }) => void;
}

export interface ItemsImported {
  listed: number;
  refused: number;
}

type ImportDeps = BulkDeps & Pick<Deps, "conventions" | "db" | "sites">;

/**
 * Lists the items of a file. An import that was broken off goes on where it ended when it is repeated. Throws
 * ImportRefused when the file cannot be read, that of refused lines cannot be written, or the seller is
 * unknown.
 */
export async function importItems(
  deps: ImportDeps,
  { file, seller, key, refused, onProgress = () => {} }: ItemsImport,
): Promise<ItemsImported> {
  await assertAllOpened(deps);
  const caller = await callerOf(seller, deps);
  const { hash, total } = await contentOf(file);
  onProgress({ phase: "read", done: total, total });
  const scope = { callerId: caller.userId, applicationId: 0, method: "POST", path: "import items" };
  const once = oncePerPart(deps.conventions.idempotency, { ...scope, key: key ?? hash, bodyHash: "" });
  const counts = { listed: 0, refused: 0 };
  const rest = await refusedLines(refused, file);
  try {
    const source = bytesOf(file, Number.POSITIVE_INFINITY);
    for await (const { lines, results } of listItems({ source, caller, oncePerPart: once }, deps)) {
      const byNumber = new Map(resultsIn(results).map((result) => [result.line, result]));
      for (const line of lines) {
        const result = byNumber.get(line.number);
        if (result?.code === 201) counts.listed += 1;
        else counts.refused += 1;
        if (result && result.code !== 201) await rest.add(line, result);
      }
      onProgress({ phase: "listed", done: counts.listed + counts.refused, total });
    }
  } finally {
    await rest.end();
  }
  return counts;
}

async function callerOf(seller: number | undefined, { clients }: BulkDeps): Promise<Caller> {
  const operator = { applicationId: 0, scopes: ["write"], roles: ["operator"] } as const;
  if (seller === undefined) return { ...operator, userId: noSeller, siteId: "" };
  const [profile] = await clients.identity.users({ ids: [seller] });
  if (!profile) throw new ImportRefused(`there is no user ${seller}`);
  return { ...operator, userId: profile.id, siteId: profile.site_id };
}

/** The number of lines, and a hash that is the same for the same lines. */
async function contentOf(file: string): Promise<{ hash: string; total: number }> {
  const hash = createHash("sha256");
  const hashed = async function* () {
    for await (const chunk of bytesOf(file, Number.POSITIVE_INFINITY)) {
      hash.update(chunk);
      yield chunk;
    }
  };
  let total = 0;
  for await (const _ of linesIn(hashed(), bodyLimits.bytes)) total += 1;
  return { hash: hash.digest("hex"), total };
}

const resultsIn = (text: string): BulkItemResult[] =>
  text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
