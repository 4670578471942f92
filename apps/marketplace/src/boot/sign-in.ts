import { defaultSignIn, Sandbox, type SignIn } from "@marketplace/edge-gateway";
import type { Config } from "../config.ts";
import type { Demo } from "./demo.ts";

const loopback = /^(?:localhost|::1|127(?:\.\d{1,3}){3})$/;

/**
 * How users of a product sign in: as SIGN_IN says. Without it visitors may choose any demo user as long as
 * the server listens on loopback only, is reached there, and is not for production; elsewhere users need
 * their password.
 */
export function signInOf(config: Config, demo: Demo): SignIn {
  if (config.signIn !== undefined) return config.signIn;
  return isSandbox(config, demo) ? "picker" : defaultSignIn;
}

const isSandbox = (
  { nodeEnv, host, publicUrl }: Pick<Config, "nodeEnv" | "host" | "publicUrl">,
  { users }: Pick<Demo, "users">,
): boolean =>
  nodeEnv !== "production" &&
  Object.keys(users).length > 0 &&
  loopback.test(host) &&
  (publicUrl === undefined || loopback.test(new URL(publicUrl).hostname.replace(/^\[|\]$/g, "")));

/**
 * What the first page shows of the demo: users with their tokens, and applications with their secrets. Only
 * where anybody who reaches the product may be any user anyway, and nobody but this machine reaches it.
 */
export const sandboxOf = (config: Config, demo: Demo): Sandbox | undefined =>
  isSandbox(config, demo) && signInOf(config, demo) === "picker" ? Sandbox.parse(demo) : undefined;
