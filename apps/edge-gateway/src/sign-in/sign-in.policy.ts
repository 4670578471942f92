import type { Caller } from "@marketplace/conventions";
import { isOperator } from "@marketplace/conventions";
import { z } from "zod";

/**
 * Ways in which users say who they are. `picker`: they choose a user and are believed, for development.
 * `password`: by their nickname or e-mail address and a password. `oidc`: at an OpenID Connect issuer.
 */
const ways = ["picker", "password", "oidc"] as const;
export type SignIn = (typeof ways)[number];

/** The setting SIGN_IN. */
export const signInVariable = () => z.enum(ways).optional();

/** How users sign in where SIGN_IN is not set: no deployment is open by accident. */
export const defaultSignIn: SignIn = "password";

interface Way {
  signIn: SignIn;
}

/** Whether visitors may act as any user: only where SIGN_IN=picker is set. */
export const hasPicker = ({ signIn }: Way): boolean => signIn === "picker";

/** Whether a session began by the present SIGN_IN: those from before it was changed count for nothing. */
export const isOfThisWay = ({ signIn }: Way, { method }: { method: string }): boolean =>
  method.split("+")[0] === signIn;

/** Who creates test users: everybody in a sandbox of picked users, else operators. */
export const mayCreateTestUsers = (way: Way, caller: Caller): boolean => hasPicker(way) || isOperator(caller);
