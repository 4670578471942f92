import { clientNetworkOf, common, exchangeOf, type Problem, type Reply } from "@marketplace/conventions";
import { type Asked, readTarget } from "../../authorization/authorization-request.rules.ts";
import type { Deps } from "../../deps.ts";
import { oidcLifetime } from "../cookies.rules.ts";
import { enter } from "../enter.service.ts";
import { pageReply, refuse, sendTo, wantsPage } from "../pages/page-reply.ts";
import { mintToken } from "../sessions.service.ts";

import { showSignIn } from "../sign-in-form.service.ts";
import { currentSession, type Http } from "../visit.service.ts";
import type { OidcParts } from "./deps.ts";
import { identityOf } from "./identities.service.ts";
import type { Person } from "./issuer.service.ts";
import { IssuerFailure } from "./issuer-failure.rules.ts";
import { oidcProblems } from "./oidc.problems.ts";
import { unknownPersonPage } from "./pages/unknown-person-page.ts";

/** Sign-ins that one network may begin in a minute: each is a row. */
const begunPerMinute = 60;

/** Whether a program or a browser asks, and for which application. */
interface Visit {
  http: Http;
  target: Asked | undefined;
}

/** Sends the browser to the issuer. */
export async function beginAtIssuer(deps: Deps, oidc: OidcParts, { http, target }: Visit): Promise<Reply> {
  const { req, res } = http;
  const seconds = await deps.rateLimit(`sign-in at the issuer ${clientNetworkOf(req)}`, begunPerMinute);
  if (seconds > 0)
    return refuse(common.too_many_requests({ headers: { "Retry-After": String(seconds) } }), req);
  try {
    const session = await currentSession(deps, http);
    const { address, expected } = await oidc.issuer.begin({ again: session !== undefined });
    const browser = deps.cookies.read(req, "oidc") ?? mintToken();
    const expiresAt = new Date(deps.systemClock.now().getTime() + oidcLifetime * 1_000);
    await oidc.pending.add({ expected, parameters: [...(target?.parameters ?? [])], browser, expiresAt });
    res.appendHeader("Set-Cookie", deps.cookies.set("oidc", browser));
    return sendTo(address);
  } catch (error) {
    return explained(deps, { http, target }, error);
  }
}

/** Signs in who comes back from the issuer, and leads them on to what they came for. */
export async function finishAtIssuer(deps: Deps, oidc: OidcParts, http: Http): Promise<Reply> {
  const { req, res } = http;
  const answer = new URLSearchParams([...exchangeOf(req, res).query]);
  const [state, browser] = [answer.get("state"), deps.cookies.read(req, "oidc")];
  const isKnown = state !== null && browser !== undefined;
  const pending = isKnown ? await oidc.pending.take(state, browser, deps.systemClock.now()) : undefined;
  if (!pending) return again(deps, { http, target: undefined }, oidcProblems.not_begun_here());
  const reading = await readTarget(pending.parameters, deps.applications.find);
  // An application that has changed meanwhile is not gone on to.
  const target = reading?.kind === "asked" ? reading : undefined;
  try {
    const person = await oidc.issuer.finish(answer, pending.expected);
    const identity = await identityOf(deps, person);
    if (!identity) return await unknown(deps, oidc, { http, person });
    const entered = await enter(deps, http, {
      proven: { userId: identity.user_id, method: "oidc", identityId: identity.id },
      parameters: target?.parameters,
    });
    return entered ?? again(deps, { http, target }, oidcProblems.may_not_sign_in());
  } catch (error) {
    return explained(deps, { http, target }, error);
  }
}

/** What went wrong at the issuer. Other errors are ours and thrown on. */
function explained(deps: Deps, visit: Visit, error: unknown): Promise<Reply> {
  if (!(error instanceof IssuerFailure)) throw error;
  const { kind, code = "unknown" } = error;
  deps.log.warn({ err: error, code }, "nobody was signed in at the issuer");
  const headers = { "Retry-After": "60" };
  if (kind === "away") return again(deps, visit, oidcProblems.issuer_away({ headers }));
  return again(
    deps,
    visit,
    kind === "refused" ? oidcProblems.issuer_refused({ code }) : oidcProblems.not_proven(),
  );
}

/** The sign-in page with what went wrong before; programs get the error body. */
async function again(deps: Deps, { http, target }: Visit, problem: Problem): Promise<Reply> {
  if (!wantsPage(http.req)) throw problem;
  return showSignIn(deps, http, { target, problem, issue: `${problem.message}.` });
}

/** Nothing is created for people whom nobody has linked to a user: an operator does that, by the subject. */
async function unknown(
  { audit }: Deps,
  { settings }: OidcParts,
  { http: { req }, person: { issuer, subject } }: { http: Http; person: Person },
): Promise<Reply> {
  const details = { method: "oidc", issuer, person: subject };
  await audit.record({ action: "sign_in.failed", actor_id: null, subject: "/sign_in", details });
  const problem = oidcProblems.unknown_person({ issuer, subject });
  if (!wantsPage(req)) throw problem;
  return pageReply(unknownPersonPage({ label: settings.label, issuer, subject }), { status: problem.status });
}
