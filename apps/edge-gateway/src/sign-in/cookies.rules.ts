import type { IncomingMessage } from "node:http";

/**
 * Cookies of the sign-in pages. `session`: who is signed in. `browser`: the browser, signed in or not.
 * `oidc`: a browser that is on its way to the issuer.
 */
export type CookieName = "session" | "browser" | "oidc";

/** A browser that signed in is known this long (seconds). */
const browserLifetime = 365 * 86_400;
/** Somebody takes no longer than this to sign in at the issuer (seconds). */
export const oidcLifetime = 600;

/**
 * Names and attributes of the cookies of one deployment. Over https they carry the prefix `__Host-`, so that
 * browsers take them from this host alone, with Secure and without a Domain (RFC 6265bis, 4.1.3.2).
 */
export function cookiesOf(baseUrl: string) {
  const isSecure = baseUrl.startsWith("https:");
  const nameOf = (name: CookieName): string => `${isSecure ? "__Host-" : ""}marketplace_${name}`;
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  const lifetimes: Record<CookieName, string> = {
    session: "",
    browser: `; Max-Age=${browserLifetime}`,
    oidc: `; Max-Age=${oidcLifetime}`,
  };
  return {
    /** The value of a cookie; `undefined` without it, and when it was sent twice: one may be a neighbor's. */
    read({ headers }: IncomingMessage, name: CookieName): string | undefined {
      const start = `${nameOf(name)}=`;
      const found = (headers.cookie ?? "")
        .split(";")
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(start));
      const value = found.length === 1 ? found[0]?.slice(start.length) : undefined;
      return value !== undefined && tokenForm.test(value) ? value : undefined;
    },

    /** The Set-Cookie header that stores a value. The session's cookie ends with the browser, or earlier. */
    set: (name: CookieName, value: string): string =>
      `${nameOf(name)}=${value}${attributes}${lifetimes[name]}`,

    /** The Set-Cookie header that removes a cookie. */
    clear: (name: CookieName): string => `${nameOf(name)}=${attributes}; Max-Age=0`,
  };
}

export type Cookies = ReturnType<typeof cookiesOf>;

/** What `mintToken` makes; nothing else is looked up. */
const tokenForm = /^[\w-]{43}$/;
