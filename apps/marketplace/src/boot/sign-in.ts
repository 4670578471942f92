import { defaultSignIn, type SignIn } from "@marketplace/edge-gateway";
import type { Config } from "../config.ts";
import type { Demo } from "./demo.ts";

const loopback = /^(?:localhost|::1|127(?:\.\d{1,3}){3})$/;

/**
 * How users of a product sign in: as SIGN_IN says. Without it visitors may choose any demo user as long as
 * the server listens on loopback only and is not for production; elsewhere users need their password.
 */
export function signInOf({ signIn, nodeEnv, host }: Config, { users }: Demo): SignIn {
  if (signIn !== undefined) return signIn;
  const isSandbox = nodeEnv !== "production" && Object.keys(users).length > 0 && loopback.test(host);
  return isSandbox ? "picker" : defaultSignIn;
}
