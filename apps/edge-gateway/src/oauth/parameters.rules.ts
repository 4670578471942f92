import { exchangeOf, isStorable, Problem, parseJson, readAnonymousBytes } from "@marketplace/conventions";
import type { Request, Response } from "express";
import { oauthProblems } from "./oauth.problems.ts";

/** OAuth parameters by name; a parameter that is sent empty counts as not sent (RFC 6749, 3.2). */
export type Parameters = ReadonlyMap<string, string>;

type Pairs = readonly (readonly [name: string, value: string])[];

/** The parameters among these names; throws `invalid_request` when one of them is sent twice. */
export function parametersIn(
  pairs: Iterable<readonly [string, string]>,
  names: readonly string[],
): Parameters {
  const found = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (value === "" || !names.includes(name)) continue;
    if (found.has(name)) throw sentTwice(name);
    if (!isStorable(value)) throw oauthProblems.invalid_request({ reason: `${name} is not valid text` });
    found.set(name, value);
  }
  return found;
}

/**
 * The parameters of a form, a JSON object or the query string: clients send either (decisions 2.2). A
 * parameter in both places must have equal values.
 */
export async function readParameters(
  req: Request,
  res: Response,
  names: readonly string[],
): Promise<Parameters> {
  const inQuery = parametersIn(exchangeOf(req, res).query, names);
  const inBody = parametersIn(await formPairs(req, res), names);
  for (const [name, value] of inQuery) {
    if ((inBody.get(name) ?? value) !== value) throw sentTwice(name);
  }
  return new Map([...inQuery, ...inBody]);
}

const sentTwice = (name: string) =>
  oauthProblems.invalid_request({ reason: `${name} was sent more than once` });

/** The fields of a form or JSON object, in order, repeated ones repeated. */
export async function formPairs(req: Request, res: Response): Promise<Pairs> {
  const mediaType = (req.headers["content-type"] ?? formType).split(";", 1)[0]?.trim().toLowerCase();
  if (mediaType !== formType && mediaType !== "application/json") {
    // An empty body may have any media type: the client sends its parameters in the query string.
    if ((await bytesOf(req, res)).length === 0) return [];
    throw oauthProblems.invalid_request({ reason: `Send the parameters as ${formType} or application/json` });
  }
  const bytes = await bytesOf(req, res);
  if (bytes.length === 0) return [];
  return mediaType === formType ? [...new URLSearchParams(bytes.toString())] : fieldsOf(bytes);
}

const formType = "application/x-www-form-urlencoded";

function bytesOf(req: Request, res: Response): Promise<Buffer> {
  return readAnonymousBytes(req, res).catch((error: unknown) => {
    throw error instanceof Problem
      ? error
      : oauthProblems.invalid_request({ reason: "The body is unreadable" });
  });
}

function fieldsOf(bytes: Buffer): Pairs {
  const value = parsed(bytes);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw oauthProblems.invalid_request({ reason: "The body must be a JSON object" });
  return Object.entries(value).flatMap(([name, field]): Pairs => {
    if (field === null) return [];
    if (typeof field === "string" || typeof field === "number") return [[name, String(field)]];
    throw oauthProblems.invalid_request({ reason: `${name} must be a string` });
  });
}

function parsed(bytes: Buffer): unknown {
  try {
    return parseJson(bytes);
  } catch {
    throw oauthProblems.invalid_request({ reason: "The body is not valid JSON" });
  }
}
