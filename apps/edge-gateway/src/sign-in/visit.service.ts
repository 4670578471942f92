import type { Request, Response } from "express";
import type { Deps } from "../deps.ts";
import { type FormOwner, formTokenOf, isFormToken } from "./form-token.rules.ts";
import { mintToken, type Opened, type Session } from "./sessions.service.ts";
import { isOfThisWay } from "./sign-in.policy.ts";

/** A page's request and response. */
export interface Http {
  req: Request;
  res: Response;
}

type Parts = Pick<Deps, "sessions" | "cookies" | "signIn">;
type StartParts = Parts & Pick<Deps, "audit" | "transaction">;

/** The session of a browser in whatever state; a new token of it goes into the answer. */
async function anySession(deps: Parts, { req, res }: Http): Promise<Session | undefined> {
  const { sessions, cookies } = deps;
  const token = cookies.read(req, "session");
  const found = token === undefined ? undefined : await sessions.find(token);
  if (found && !isOfThisWay(deps, found.session)) {
    await sessions.end(found.session.id);
    return undefined;
  }
  if (found?.token !== undefined) res.appendHeader("Set-Cookie", cookies.set("session", found.token));
  return found?.session;
}

/** The session of the user who is signed in with this browser. */
export async function currentSession(deps: Parts, http: Http): Promise<Session | undefined> {
  const session = await anySession(deps, http);
  return session?.awaiting === null ? session : undefined;
}

/** The session of a user who has proven one thing and still has to do this step. */
export async function awaitingSession(deps: Parts, http: Http, step: string): Promise<Session | undefined> {
  const session = await anySession(deps, http);
  return session?.awaiting === step ? session : undefined;
}

interface Start {
  /** How the user proved who they are: `password`, … */
  method: string;
  request: Request;
  /** The step that still has to be done, if there is one. */
  awaiting?: string | undefined;
  /** The stored password that was verified. */
  password?: string | undefined;
  /** The link to a person at an issuer by which the user came. */
  identityId?: number | undefined;
}

/**
 * Begins a session of a user who has proven who they are, and ends the one that the browser had. Gives the
 * Set-Cookie headers of the answer; `undefined` when the user may not sign in any more.
 */
export async function startSession(
  { sessions, cookies, audit, transaction }: StartParts,
  user: { id: number },
  { request, ...opening }: Start,
): Promise<string[] | undefined> {
  const before = cookies.read(request, "session");
  const browser = cookies.read(request, "browser");
  const { method, awaiting } = opening;
  const opened = await transaction(async () => {
    const begun = await sessions.start({ ...opening, userId: user.id, browser });
    // Nobody is signed in before the last step.
    if (begun && awaiting === undefined)
      await audit.record({ action: "sign_in.succeeded", ...whoIs(user.id), details: { method } });
    return begun;
  });
  if (!opened) return undefined;
  if (before !== undefined) await sessions.endByToken(before);
  return cookiesFor(cookies, opened);
}

/**
 * Completes a session whose user has done its step. Gives the Set-Cookie headers of the answer; `undefined`
 * when the session ended meanwhile.
 */
export async function completeSession(
  { sessions, cookies, audit, transaction }: StartParts,
  session: Session,
  request: Request,
): Promise<string[] | undefined> {
  const method = `${session.method}+${session.awaiting}`;
  const opened = await transaction(async () => {
    const completed = await sessions.complete({ ...session, method }, cookies.read(request, "browser"));
    if (completed)
      await audit.record({ action: "sign_in.succeeded", ...whoIs(session.userId), details: { method } });
    return completed;
  });
  return opened && cookiesFor(cookies, opened);
}

const cookiesFor = (cookies: Deps["cookies"], { session, browser }: Opened): string[] => [
  cookies.set("session", session),
  ...(browser === undefined ? [] : [cookies.set("browser", browser)]),
];

/** A user in an event about themselves. */
export const whoIs = (userId: number) => ({ actor_id: userId, subject: `/users/${userId}` });

/** The token that stands for this browser; the answer brings one to a browser that has none. */
export function browserOf({ cookies }: Pick<Deps, "cookies">, { req, res }: Http): string {
  const present = cookies.read(req, "browser");
  if (present !== undefined) return present;
  const browser = mintToken();
  res.appendHeader("Set-Cookie", cookies.set("browser", browser));
  return browser;
}

/** The token for a form that this owner is to send. */
export const formTokenFor = ({ formHash }: Pick<Deps, "formHash">, owner: FormOwner): string =>
  formTokenOf(formHash, owner);

/** Whether a form carries its owner's token; without an owner none does. */
export const isOwnForm = (
  { formHash }: Pick<Deps, "formHash">,
  owner: FormOwner | undefined,
  token: string | undefined,
): boolean => owner !== undefined && isFormToken(formHash, owner, token);
