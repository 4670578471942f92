import { OAuthError, type Tokens } from "./oauth.ts";

/** A source of access tokens, which replaces rejected ones. */
export interface TokenSource {
  current(): Promise<string>;
  /** Whether `replace` may find another token. */
  isReplaceable(): boolean;
  /** A token other than `refused`, or undefined when none can be had. */
  replace(refused: string): Promise<string | undefined>;
}

export const fixedToken = (accessToken: string): TokenSource => ({
  current: async () => accessToken,
  isReplaceable: () => false,
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
 * refresh that the server rejects is not repeated; one that failed on the network may be. New tokens are used
 * once they are stored: if `onTokens` fails, the next call tells it again.
 */
export function renewingTokens({ tokens, renew, onTokens, now }: Parts): TokenSource {
  let present = tokens;
  let isStored = true;
  let renewal: Promise<Tokens> | undefined;
  let refused: OAuthError | undefined;

  async function exchange(refreshToken: string): Promise<void> {
    if (refused) throw refused;
    try {
      const renewed = await renew(refreshToken);
      // Without a new refresh token the old one stays valid.
      present = { ...renewed, refreshToken: renewed.refreshToken ?? refreshToken };
      isStored = false;
    } catch (error) {
      if (error instanceof OAuthError && error.error === "invalid_grant") refused = error;
      throw error;
    }
  }

  async function store(): Promise<Tokens> {
    await onTokens(present);
    isStored = true;
    return present;
  }

  /** Tokens that are new and stored: those of the last refresh, if only the storing failed. */
  function renewed(): Promise<Tokens> {
    const { refreshToken } = present;
    const isNew = !isStored || refreshToken === undefined;
    renewal ??= (isNew ? store() : exchange(refreshToken).then(store)).finally(() => {
      renewal = undefined;
    });
    return renewal;
  }

  return {
    async current() {
      const { refreshToken, expiresAt } = present;
      const isEnding = expiresAt !== undefined && expiresAt - now() < marginMs;
      if (renewal || !isStored || (isEnding && refreshToken !== undefined))
        return (await renewed()).accessToken;
      return present.accessToken;
    },
    isReplaceable: () => present.refreshToken !== undefined,
    async replace(old) {
      // Another call may have renewed it meanwhile.
      if (!renewal && isStored && present.accessToken !== old) return present.accessToken;
      if (!renewal && present.refreshToken === undefined) return undefined;
      return (await renewed()).accessToken;
    },
  };
}
