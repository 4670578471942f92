import type { Exchange } from "../exchange.ts";
import type { EnumOf } from "./compare.ts";
import { enumsOf, type OpenApiDocument, type ReadOperation, readOperations } from "./openapi.ts";
import { findSampleValues, type Read, targetOf } from "./sample-values.ts";

/** A read that both sides are sent. */
export interface PlannedRead {
  operation: string;
  target: string;
  enumOf: EnumOf;
}

export interface SkippedRead {
  operation: string;
  why: string;
}

export interface Plan {
  reads: PlannedRead[];
  skipped: SkippedRead[];
}

const enumReader = (operation: ReadOperation, document: OpenApiDocument): EnumOf => {
  const enums = enumsOf(operation.schema, document);
  return (path) => enums.get(path);
};

/** All reads of a document, with values that were found by reading. */
export async function readsOfDocument(document: OpenApiDocument, read: Read): Promise<Plan> {
  const values = await findSampleValues(read);
  const plan: Plan = { reads: [], skipped: [] };
  for (const operation of readOperations(document)) {
    const planned = targetOf(operation, values);
    if ("target" in planned)
      plan.reads.push({
        operation: operation.id,
        target: planned.target,
        enumOf: enumReader(operation, document),
      });
    else plan.skipped.push({ operation: operation.id, why: planned.why });
  }
  return plan;
}

/** The reads that a recording holds, each once. */
export function readsOfRecording(exchanges: Iterable<Exchange>, document: OpenApiDocument | undefined): Plan {
  const known = document ? readOperations(document) : [];
  const reads = new Map<string, PlannedRead>();
  const skipped = new Map<string, SkippedRead>();
  for (const { method, target, status, answer } of exchanges) {
    if (method !== "GET" || reads.has(target)) continue;
    const operation = operationOf(known, target);
    const name = operation?.id ?? `GET ${pathOf(target)}`;
    const isJson = answer.body !== null && "json" in answer.body;
    if (status < 200 || status > 299)
      skipped.set(target, { operation: name, why: `it was answered ${status}` });
    else if (!isJson) skipped.set(target, { operation: name, why: "it was answered without JSON" });
    else {
      skipped.delete(target);
      const enumOf = operation && document ? enumReader(operation, document) : () => undefined;
      reads.set(target, { operation: name, target, enumOf });
    }
  }
  return { reads: [...reads.values()], skipped: [...skipped.values()] };
}

/** The operation of a target; a path with fewer parameters is the better match. */
function operationOf(known: readonly ReadOperation[], target: string): ReadOperation | undefined {
  const parameters = ({ path }: ReadOperation) => path.split("{").length;
  return known
    .filter(({ path }) => matches(path, target))
    .sort((one, another) => parameters(one) - parameters(another))[0];
}

function matches(path: string, target: string): boolean {
  const [wanted, given] = [path.split("/"), pathOf(target).split("/")];
  return (
    wanted.length === given.length && wanted.every((one, at) => one.startsWith("{") || one === given[at])
  );
}

const pathOf = (target: string): string => target.split("?", 1)[0] ?? "";

/** The reads of a list: operations by their ids, and paths as they are, with ids and query. */
export async function readsOfList(
  lines: readonly string[],
  document: OpenApiDocument,
  read: Read,
): Promise<Plan> {
  const known = readOperations(document);
  const wanted = lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
  const targets = wanted.filter((line) => line.startsWith("/"));
  const ids = wanted.filter((line) => !line.startsWith("/"));
  const unknown = ids.filter((id) => !known.some((operation) => operation.id === id));
  if (unknown.length > 0) throw new UnknownOperations(unknown);
  const plan = ids.length > 0 ? await readsOfDocument(document, read) : { reads: [], skipped: [] };
  const isWanted = ({ operation }: { operation: string }) => ids.includes(operation);
  const direct = targets.map((target): PlannedRead => {
    const operation = operationOf(known, target);
    return {
      operation: operation?.id ?? `GET ${pathOf(target)}`,
      target,
      enumOf: operation ? enumReader(operation, document) : () => undefined,
    };
  });
  return { reads: [...plan.reads.filter(isWanted), ...direct], skipped: plan.skipped.filter(isWanted) };
}

/** Names of operations that do not exist. */
export class UnknownOperations extends Error {
  constructor(names: readonly string[]) {
    const more = names.length > maxShown ? ` and ${names.length - maxShown} more` : "";
    super(`there is no read ${names.slice(0, maxShown).map(shown).join(", ")}${more}`);
    this.name = "UnknownOperations";
  }
}

const maxShown = 5;

/** The file may be none of text. */
const shown = (name: string): string => name.slice(0, 80).replaceAll(/\p{Cc}|\ufffd/gu, "?");
