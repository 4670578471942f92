import { OAuthError, type Tokens } from "./oauth.ts";

/** A source of access tokens, which replaces rejected ones. */
export interface TokenSource {
  current(): Promise<string>;
  /** A token other than `refused`, or undefined when none can be had. */
  replace(refused: string): Promise<string | undefined>;
}

export const fixedToken = (accessToken: string): TokenSource => ({
  current: async () => accessToken,
  replace: async () => undefined,
});

interface Parts {
  tokens: Tokens;
  renew: (refreshToken: string) => Promise<Tokens>;
  /** Told of new tokens before the first of them is sent. */
  onTokens: (tokens: Tokens) => void | Promise<void>;
  now: () => number;
}

/** An access token this close to its end is renewed before it is sent. */
const marginMs = 60_000;

/**
 * Renews tokens whose refresh token works only once, by single-flight: all calls wait for one refresh. A
 * refresh that the server rejects is not repeated; one that failed on the network may be.
 */
export function renewingTokens({ tokens, renew, onTokens, now }: Parts): TokenSource {
  let present = tokens;
  let renewal: Promise<Tokens> | undefined;
  let refused: OAuthError | undefined;

  async function exchange(refreshToken: string): Promise<Tokens> {
    if (refused) throw refused;
    try {
      const renewed = await renew(refreshToken);
      // Without a new refresh token the old one stays valid.
      present = { ...renewed, refreshToken: renewed.refreshToken ?? refreshToken };
    } catch (error) {
      if (error instanceof OAuthError && error.error === "invalid_grant") refused = error;
      throw error;
    }
    await onTokens(present);
    return present;
  }

  function renewed(refreshToken: string): Promise<Tokens> {
    renewal ??= exchange(refreshToken).finally(() => {
      renewal = undefined;
    });
    return renewal;
  }

  return {
    async current() {
      const { refreshToken, expiresAt } = present;
      const ending = expiresAt !== undefined && expiresAt - now() < marginMs;
      if (renewal || (ending && refreshToken !== undefined))
        return (await (renewal ?? renewed(refreshToken ?? ""))).accessToken;
      return present.accessToken;
    },
    async replace(old) {
      // Another call may have renewed it meanwhile.
      if (!renewal && present.accessToken !== old) return present.accessToken;
      const { refreshToken } = present;
      if (renewal) return (await renewal).accessToken;
      return refreshToken === undefined ? undefined : (await renewed(refreshToken)).accessToken;
    },
  };
}
