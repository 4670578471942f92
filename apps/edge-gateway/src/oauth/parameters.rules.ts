import {
  exchangeOf,
  type FormField,
  isJsonText,
  isStorable,
  multipartFields,
  Problem,
  parseJson,
  readAnonymousBytes,
} from "@marketplace/conventions";
import type { Response as Answer, Request } from "express";
import { oauthProblems } from "./oauth.problems.ts";

/** OAuth parameters by name; a parameter that is sent empty counts as not sent (RFC 6749, 3.2). */
export type Parameters = ReadonlyMap<string, string>;

type Pairs = readonly FormField[];

/** The parameters among these names; throws `invalid_request` when one of them is sent twice. */
export function parametersIn(
  pairs: Iterable<readonly [string, string]>,
  names: readonly string[],
): Parameters {
  const found = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (value === "" || !names.includes(name)) continue;
    if (found.has(name)) throw sentTwice(name);
    if (!isStorable(value)) throw invalidRequest(`${name} is not valid text`);
    found.set(name, value);
  }
  return found;
}

/**
 * The parameters of the query string and of the body: clients send either, or both (decisions 2.2). A
 * parameter in both places must have equal values. A body that cannot be decoded is passed over where the
 * query string says what is asked for.
 */
export async function readParameters(
  req: Request,
  res: Answer,
  names: readonly string[],
): Promise<Parameters> {
  const inQuery = parametersIn(exchangeOf(req, res).query, names);
  const pairs = await bodyPairs(req, res, names);
  if (pairs instanceof Problem && !inQuery.has("grant_type")) throw pairs;
  const inBody = parametersIn(pairs instanceof Problem ? [] : pairs, names);
  for (const [name, value] of inQuery) {
    if ((inBody.get(name) ?? value) !== value) throw sentTwice(name);
  }
  return new Map([...inQuery, ...inBody]);
}

const invalidRequest = (reason: string) => oauthProblems.invalid_request({ reason });
const sentTwice = (name: string) => invalidRequest(`${name} was sent more than once`);

const formType = "application/x-www-form-urlencoded";
const jsonType = "application/json";
const multipartType = "multipart/form-data";

/**
 * The fields of a body, or the problem why it has none. Public clients label forms as JSON and JSON as forms,
 * so the text decides between the two; PHP's curl sends an array as multipart. JSON fields of other names
 * than these may have any type: parameters that nobody knows are ignored (RFC 6749, 3.2).
 */
async function bodyPairs(req: Request, res: Answer, names?: readonly string[]): Promise<Pairs | Problem> {
  const contentType = req.headers["content-type"] ?? formType;
  const mediaType = contentType.split(";", 1)[0]?.trim().toLowerCase();
  const bytes = await bytesOf(req, res);
  if (bytes.length === 0) return [];
  if (mediaType === multipartType) return multipartPairs(bytes, contentType);
  if (mediaType !== formType && mediaType !== jsonType)
    return invalidRequest(`Send the parameters as ${formType} or ${jsonType}`);
  const text = bytes.toString();
  if (!isJsonText(text)) return [...new URLSearchParams(text)];
  try {
    return fieldsOf(bytes, names);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

function multipartPairs(bytes: Buffer, contentType: string): Promise<Pairs | Problem> {
  return multipartFields(bytes, contentType).catch(() => invalidRequest("The multipart body is malformed"));
}

/** The fields of a form of our own pages, in order, repeated ones repeated. */
export async function formPairs(req: Request, res: Answer): Promise<Pairs> {
  const pairs = await bodyPairs(req, res);
  if (pairs instanceof Problem) throw pairs;
  return pairs;
}

function bytesOf(req: Request, res: Answer): Promise<Buffer> {
  return readAnonymousBytes(req, res).catch((error: unknown) => {
    throw error instanceof Problem ? error : invalidRequest("The body is unreadable");
  });
}

function fieldsOf(bytes: Buffer, names?: readonly string[]): Pairs {
  const value = parsed(bytes);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalidRequest("The body must be a JSON object");
  return Object.entries(value).flatMap(([name, field]): Pairs => {
    if (field === null || names?.includes(name) === false) return [];
    if (typeof field === "string" || typeof field === "number") return [[name, String(field)]];
    throw invalidRequest(`${name} must be a string`);
  });
}

function parsed(bytes: Buffer): unknown {
  try {
    return parseJson(bytes);
  } catch {
    throw invalidRequest("The body is not valid JSON");
  }
}
