import { httpAddress, switchVariable, withoutTrailingSlash } from "@marketplace/server";
import { z } from "zod";

const isLoopback = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/;

/** Codes and tokens travel to the issuer: https, or http on this machine alone. */
function mayBeIssuer(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || isLoopback.test(hostname);
}

const hasOpenid = (scopes: string): boolean => scopes.split(" ").includes("openid");

/** Settings of the sign-in at an OpenID Connect issuer, used where SIGN_IN is `oidc`. */
export const oidcVariables = () => ({
  oidcIssuer: httpAddress().refine(mayBeIssuer, "must be an https address; http only on loopback").optional(),
  oidcClientId: z.string().min(1).optional(),
  oidcClientSecret: z.string().min(1).optional(),
  oidcScopes: z
    .string()
    .regex(
      /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/,
      "must be scopes, separated by spaces",
    )
    .refine(hasOpenid, "must hold openid")
    .default("openid email profile"),
  /** What the button of the sign-in page calls the issuer; its host when it is not set. */
  oidcLabel: z.string().min(1).max(80).optional(),
  /** Whether a person whose verified e-mail address is that of one user is linked to that user. */
  oidcLinkByEmail: switchVariable("off"),
});

type Settings = z.output<z.ZodObject<ReturnType<typeof oidcVariables>>>;

/** How the gateway signs users in at an issuer. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  label: string;
  linkByEmail: boolean;
}

/** Reports each setting that SIGN_IN=oidc needs and that is missing. */
export function reportMissingOidcSettings(
  given: Settings & { signIn: string },
  report: (name: string, message: string) => void,
): void {
  if (given.signIn !== "oidc") return;
  for (const name of ["oidcIssuer", "oidcClientId", "oidcClientSecret"] as const)
    if (given[name] === undefined) report(name, "is required with SIGN_IN=oidc");
}

/** The settings, where SIGN_IN is `oidc`. */
export function oidcSettingsOf(settings: Settings & { signIn: string }): OidcSettings | undefined {
  if (settings.signIn !== "oidc") return undefined;
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = settings;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    throw new Error("the configuration was read without the settings of SIGN_IN=oidc");
  const { oidcScopes: scopes, oidcLinkByEmail: linkByEmail } = settings;
  const label = settings.oidcLabel ?? new URL(issuer).host;
  return { issuer, clientId, clientSecret, scopes, label, linkByEmail };
}

/** An issuer as identities are stored by: with or without a slash at its end it is the same. */
export const issuerName = (issuer: string): string => withoutTrailingSlash(issuer);
