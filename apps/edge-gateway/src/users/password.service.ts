import { common } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { checkPassword } from "../sign-in/password-check.service.ts";
import { setPassword } from "./administration.service.ts";

/** A user's own change of their password. */
export interface OwnPassword {
  current: string;
  next: string;
  /** Whether the user's tokens end, too. */
  revokeTokens: boolean;
  /** Their network, as failures to sign in are counted. */
  network: string;
}

/** Changes the password of a user who knows the present one. Wrong ones count as failures to sign in. */
export async function changeOwnPassword(deps: Deps, id: number, change: OwnPassword): Promise<void> {
  const user = await deps.managedUsers.find(id);
  if (!user) throw problems.user_not_found({ id });
  const { current: password, network } = change;
  const claim = { login: user.nickname, password, browser: undefined, network, userId: id };
  const checked = await checkPassword(deps, claim);
  if (checked.kind === "blocked")
    throw common.too_many_requests({ headers: { "Retry-After": String(checked.seconds) } });
  if (checked.kind === "refused" || checked.userId !== id) throw problems.wrong_password();
  const { next: given, revokeTokens } = change;
  await setPassword(deps, id, { given, revokeTokens });
}
