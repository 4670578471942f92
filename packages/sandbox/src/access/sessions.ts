import type { World } from "../world.ts";

/** Tokens of the console for a user, as the token endpoint answers them. */
export interface MintedSession {
  access_token: string;
  refresh_token?: string;
  expires_in: number;
  scope: string;
  user_id: number;
}

/** Makes a session of a user who is not asked; `undefined` for one who is unknown or disabled. */
export type MintSession = (userId: number) => Promise<MintedSession | undefined>;

/** Of the services that each world was composed of last. */
const known = new WeakMap<World, MintSession>();

/** Notes what mints sessions in a world. */
export const mintBy = (world: World, mint: MintSession): void => void known.set(world, mint);

/** Mints a session in a world, whose services are opened for it. */
export async function mintSession(world: World, userId: number): Promise<MintedSession | undefined> {
  await world.awake();
  return known.get(world)?.(userId);
}
