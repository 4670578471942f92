import type { Scope } from "@marketplace/conventions";
import type { World } from "../world.ts";

/** Tokens as the token endpoint answers them. */
export interface MintedTokens {
  access_token: string;
  refresh_token?: string;
  expires_in: number;
  scope: string;
  user_id: number;
}

/** Whose tokens to make, and which. */
export interface WantedTokens {
  userId: number;
  /** The console when absent. */
  applicationId?: number | undefined;
  /** `read` and `write` when absent. */
  scopes?: readonly Scope[] | undefined;
  /** How long the access token lives, in seconds; as any other when absent. */
  lifeSeconds?: number | undefined;
}

/** Makes tokens of a user who is not asked; `undefined` where user or application is unknown or disabled. */
export type MintTokens = (wanted: WantedTokens) => Promise<MintedTokens | undefined>;

/** Of the services that each world was composed of last. */
const known = new WeakMap<World, MintTokens>();

/** Notes what makes tokens in a world. */
export const mintBy = (world: World, mint: MintTokens): void => void known.set(world, mint);

/** Makes tokens in a world, whose services are opened for it. */
export const mintTokens = (world: World, wanted: WantedTokens): Promise<MintedTokens | undefined> =>
  world.whileOpen(async () => known.get(world)?.(wanted));
