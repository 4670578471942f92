import type { AuditDetails } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import { endSessions } from "../end-sessions.service.ts";
import { issuerName } from "./config.ts";
import type { Identity } from "./identities.repo.ts";
import type { NewIdentity } from "./identities.schema.ts";
import type { Person } from "./issuer.service.ts";
import { oidcProblems } from "./oidc.problems.ts";

type Parts = Pick<Deps, "audit" | "clock" | "identities" | "transaction">;
type Named = Pick<Identity, "issuer" | "subject">;

/** Links a person at an issuer to a user; throws 409 when the person is a user already. */
export async function linkIdentity(
  deps: Parts,
  userId: number,
  { issuer, subject }: Named,
): Promise<Identity> {
  return deps.transaction(async () => {
    const identity = await added(deps, userId, { issuer, subject });
    if (!identity) throw oidcProblems.identity_taken();
    return identity;
  });
}

/** The person that an operator names; throws 400 when neither they nor the deployment name an issuer. */
export function namedIdentity({ defaultIssuer }: Pick<Deps, "defaultIssuer">, given: NewIdentity): Named {
  const issuer = given.issuer ?? defaultIssuer;
  if (issuer === undefined) throw oidcProblems.issuer_required();
  return { issuer: issuerName(issuer), subject: given.subject };
}

interface Unlinking {
  userId: number;
  id: number;
  /** Whether the user's tokens end, too. */
  revokeTokens: boolean;
}

/** Takes a link back and ends the user's sessions and codes; throws 404 when the user has no such one. */
export async function unlinkIdentity(deps: Deps, { userId, id, revokeTokens }: Unlinking): Promise<void> {
  await deps.transaction(async () => {
    // Codes come before the identity: an exchange locks its code first. Sessions come after it: a sign-in
    // under way holds the identity until its session is there, or finds no identity any more.
    await deps.grants.withdrawAll(userId);
    const removed = await deps.identities.remove(userId, id);
    if (!removed) throw oidcProblems.identity_not_found({ id });
    await endSessions(deps, userId);
    if (revokeTokens) await deps.tokens.revokeAll(userId, deps.clock.now());
    const { issuer, subject } = removed;
    await deps.audit.record({
      action: "identity.unlinked",
      subject: `/users/${userId}/identities/${id}`,
      details: { issuer, subject, revoke_tokens: revokeTokens },
    });
  });
  if (revokeTokens) deps.tokenCheck.forgetUser(userId);
}

async function added(deps: Parts, userId: number, named: Named, details: AuditDetails = {}) {
  const identity = await deps.identities.add({ ...named, user_id: userId, created_at: deps.clock.now() });
  if (identity)
    await deps.audit.record({
      action: "identity.linked",
      subject: `/users/${userId}/identities/${identity.id}`,
      details: { ...named, ...details },
    });
  return identity;
}

/** The user that a person at the issuer is, or becomes by their verified e-mail address. */
export async function identityOf(
  deps: Parts & Pick<Deps, "oidc">,
  person: Person,
): Promise<Identity | undefined> {
  const known = await deps.identities.find(person);
  if (known) return known;
  const email = deps.oidc?.settings.linkByEmail ? await person.verifiedEmail() : undefined;
  return email === undefined ? undefined : linkedByEmail(deps, person, email);
}

/**
 * An address decides for a user of its own, once for each issuer, and never for an operator: someone who may
 * act for everybody is named by another operator. The users' rows are locked first, so that of two people
 * with one address one is linked.
 */
function linkedByEmail(
  deps: Parts,
  { issuer, subject }: Person,
  email: string,
): Promise<Identity | undefined> {
  return deps.transaction(async () => {
    const [user, other] = await deps.identities.lockByEmail(email);
    if (!user || other || user.disabled || user.roles.includes("operator")) return undefined;
    const present = await deps.identities.list(user.id);
    if (present.some((identity) => identity.issuer === issuer)) return undefined;
    return added(deps, user.id, { issuer, subject }, { by_email: true });
  });
}
