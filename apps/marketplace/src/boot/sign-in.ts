import type { SignIn } from "@marketplace/edge-gateway";
import type { Config } from "../config.ts";
import type { Demo } from "./demo.ts";

const loopback = /^(?:localhost|::1|127(?:\.\d{1,3}){3})$/;

/**
 * How users of a product that `start` runs say who they are: as SIGN_IN says. Without it anybody may be
 * anybody on the demo's data as long as this machine alone reaches them; on anything else nobody is believed.
 */
export function signInOf({ signIn, nodeEnv, host }: Config, { users }: Demo): SignIn | undefined {
  if (signIn !== undefined || nodeEnv === "production") return signIn;
  return Object.keys(users).length > 0 && loopback.test(host) ? "picker" : undefined;
}
