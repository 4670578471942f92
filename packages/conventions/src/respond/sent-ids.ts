import { Problem } from "../declare/problem.ts";
import { absentId, idOf } from "../declare/wire.ts";
import type { Exchange } from "../request/exchange.ts";

interface Sent {
  exchange: Pick<Exchange, "query" | "req">;
  /** Path parameters, not yet decoded. */
  raw: Readonly<Record<string, string>>;
}

/**
 * The problem with the id as it was sent. Ids of more digits than a number holds are looked up as `absentId`,
 * which the messages of not found would name.
 */
export function withSentIds(problem: Problem, sent: Sent): Problem {
  if (!problem.message.includes(String(absentId))) return problem;
  const id = sentId(sent);
  if (id === undefined) return problem;
  const { cause, headers } = problem;
  return new Problem(problem, problem.message.replaceAll(String(absentId), id), { cause, headers });
}

const isLong = (text: string): boolean => /^-?\d+$/.test(text) && idOf(text) === absentId;

const sentId = ({ exchange: { query, req }, raw }: Sent): string | undefined =>
  Object.values(raw).find(isLong) ?? [...query.values()].find(isLong) ?? idInBody(req.body);

/** A long id in the bytes of a JSON body, as its text, which the parsed number does not have. */
function idInBody(body: unknown): string | undefined {
  if (!Buffer.isBuffer(body)) return undefined;
  const numbers: (string | undefined)[] = [];
  const texts: string[] = [];
  const look = (_key: string, value: unknown, context?: { source?: string }): unknown => {
    if (typeof value === "number" && idOf(value) === absentId) numbers.push(context?.source);
    if (typeof value === "string" && isLong(value)) texts.push(value);
    return value;
  };
  try {
    JSON.parse(body.toString(), look);
  } catch {
    // A body that is no JSON has no such id.
  }
  return numbers[0] ?? texts[0];
}
