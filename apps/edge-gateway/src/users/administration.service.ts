import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { endSessions } from "../sign-in/end-sessions.service.ts";
import { hashPassword, mintPassword } from "../sign-in/passwords.service.ts";
import { endsOperating } from "./administration.policy.ts";
import { type ManagedUser, withId } from "./administration.repo.ts";
import type { NewManagedUser, UserChanges } from "./administration.schema.ts";
import { siteOfTestUser } from "./test-users.service.ts";
import type { NewUser } from "./users.repo.ts";

/** A user to be, with everything that takes time or asks another service. */
export interface PreparedUser {
  user: NewUser;
  /** The generated password, where none was given. */
  minted: string | undefined;
}

/** Prepares a user; 404 for an unknown site. */
export async function prepareUser(deps: Deps, given: NewManagedUser): Promise<PreparedUser> {
  const site = await siteOfTestUser(deps, given.site_id);
  const minted = given.password === undefined ? mintPassword() : undefined;
  const { nickname, email, first_name, last_name, roles, address, reputation_level = null } = given;
  const user: NewUser = {
    nickname,
    email,
    first_name,
    last_name,
    roles,
    reputation_level,
    site_id: site.id,
    country_id: site.country_id,
    phone: given.phone ?? { area_code: "", number: "" },
    address: withId(address),
    moderated: false,
    intervened: false,
    messaging_allowed: true,
    registeredAt: deps.clock.now(),
    password: await hashPassword(given.password ?? minted ?? ""),
  };
  return { user, minted };
}

/** Creates a prepared user in the present transaction; 409 when the nickname is taken, in whatever case. */
export async function addUser(deps: Deps, { user }: PreparedUser): Promise<ManagedUser> {
  return deps.transaction(async () => {
    const { nickname, roles, site_id } = user;
    if (!(await deps.managedUsers.claimNickname(nickname))) throw problems.nickname_taken({ nickname });
    const [created] = await deps.users.create([user]);
    const managed = created && (await deps.managedUsers.find(created.id));
    if (!managed) throw new Error("a created user was not found");
    await deps.audit.record({
      action: "user.created",
      subject: `/users/${managed.id}`,
      details: { site_id, roles: roles.join(" ") },
    });
    return managed;
  });
}

/** Changes a user; 404 for an unknown one, 409 when no operator would be left who can sign in. */
export async function changeUser(deps: Deps, id: number, changes: UserChanges): Promise<ManagedUser> {
  const changed = await deps.transaction(async () => {
    // Locks in one order for everybody. Codes come before the user, as an exchange locks them.
    const operators = changes.roles || changes.status ? await deps.managedUsers.lockOperators() : [];
    const mayPromote = changes.roles?.includes("operator") ?? false;
    const endsCodes = changes.status === "disabled" || mayPromote;
    if (endsCodes) await deps.grants.withdrawAll(id);
    const before = await deps.managedUsers.lock(id);
    if (!before) throw problems.user_not_found({ id });
    // Those of consents that the lock has waited for.
    if (endsCodes) await deps.grants.withdrawAll(id);
    if (endsOperating(before, changes) && operators.every((operator) => operator === id))
      throw problems.last_operator();
    await deps.managedUsers.change(id, changes, deps.clock.now());
    // What a user allowed applications before, they allowed as somebody who was no operator.
    const isPromoted = mayPromote && !before.roles.includes("operator");
    if (changes.status === "disabled" || isPromoted) await deps.tokens.revokeAll(id, deps.clock.now());
    if (changes.status === "disabled") await deps.sessions.endAll(id);
    await recordChange(deps, before, changes);
    return { ...before, ...(await deps.managedUsers.find(id)) };
  });
  deps.tokenCheck.forgetUser(id);
  return changed;
}

async function recordChange({ audit }: Deps, before: ManagedUser, changes: UserChanges): Promise<void> {
  const subject = `/users/${before.id}`;
  const { status = before.status, roles, ...others } = changes;
  if (status !== before.status)
    await audit.record({ action: status === "disabled" ? "user.disabled" : "user.enabled", subject });
  const fields = [...(roles ? ["roles"] : []), ...Object.keys(others)];
  if (fields.length === 0) return;
  const changed = roles && { roles: roles.join(" "), roles_before: before.roles.join(" ") };
  await audit.record({ action: "user.changed", subject, details: { fields: fields.join(" "), ...changed } });
}

/** How a password is set: generated where none is given; the user's tokens end unless they are to stay. */
export interface PasswordSetting {
  given?: string | undefined;
  revokeTokens?: boolean | undefined;
}

/** Sets a user's password, or a generated one, which it returns; 404 for an unknown user. */
export async function setPassword(
  deps: Deps,
  id: number,
  { given, revokeTokens = true }: PasswordSetting = {},
): Promise<string | undefined> {
  const minted = given === undefined ? mintPassword() : undefined;
  const password = await hashPassword(given ?? minted ?? "");
  await deps.transaction(async () => {
    // Codes come before the user (changeUser).
    await deps.grants.withdrawAll(id);
    if (!(await deps.managedUsers.lock(id))) throw problems.user_not_found({ id });
    await deps.credentials.setPassword(id, password);
    const names = await deps.credentials.namesOf(id);
    await deps.throttle.forget([
      { kind: "change", text: String(id) },
      ...names.map((text) => ({ kind: "account" as const, text })),
    ]);
    await endSessions(deps, id);
    if (revokeTokens) await deps.tokens.revokeAll(id, deps.clock.now());
    const details = { generated: minted !== undefined, revoke_tokens: revokeTokens };
    await deps.audit.record({ action: "password.changed", subject: `/users/${id}`, details });
  });
  if (revokeTokens) deps.tokenCheck.forgetUser(id);
  return minted;
}
