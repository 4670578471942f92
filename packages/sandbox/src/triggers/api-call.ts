import type { RequestStep } from "./trigger.schema.ts";

/** How the API of a world is called. */
export interface ApiAccess {
  /** Of the product, from this process. */
  baseUrl: string;
  /** The token of a user of the world by name, or of `admin`; `undefined` when there is no such name. */
  tokenOf(name: string): string | undefined;
  /** The world that the calls are for. */
  world: string;
}

export interface ApiAnswer {
  status: number;
  /** The body, parsed where it is JSON. */
  body: unknown;
}

/** Nobody of this name is in the world. */
export class UnknownActor extends Error {
  readonly actor: string;
  constructor(actor: string) {
    super(`nobody in this world is called ${actor}`);
    this.actor = actor;
  }
}

/** A call has no answer, or not a whole one. */
export class CallFailed extends Error {
  constructor(cause: unknown) {
    super(`the call has no answer: ${reasonOf(cause)}`, { cause });
  }
}

/** The longest that a call may take, in milliseconds. */
const timeoutMs = 60_000;

/** Makes a call of the public API, or of the lab, as somebody of the world. */
export async function callApi(step: Omit<RequestStep, "name">, access: ApiAccess): Promise<ApiAnswer> {
  const token = step.as === "nobody" ? "" : access.tokenOf(step.as);
  if (token === undefined) throw new UnknownActor(step.as);
  const headers: Record<string, string> = { "X-Sandbox-World": access.world };
  if (token !== "") headers.Authorization = `Bearer ${token}`;
  if (step.body !== undefined) headers["Content-Type"] = "application/json";
  try {
    const answer = await fetch(access.baseUrl + step.path, {
      method: step.method,
      headers,
      signal: AbortSignal.timeout(timeoutMs),
      ...(step.body !== undefined && { body: JSON.stringify(step.body) }),
      ...(step.file && { body: formOf(step.file) }),
    });
    return { status: answer.status, body: parsed(await answer.text()) };
  } catch (error) {
    throw new CallFailed(error);
  }
}

/** Why, in words: of a broken connection fetch says only that it failed, and its cause says how. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

function formOf({ field, filename, type, content }: NonNullable<RequestStep["file"]>): FormData {
  const form = new FormData();
  form.set(field, new Blob([content], { type }), filename);
  return form;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
