import type { MarketplaceClient } from "@marketplace-api/client";
import { sessionOf } from "./begin.ts";
import type { Lab, Session } from "./session.ts";

/** One client per user of a world: each one that is made has tokens of its own. */
const known = new WeakMap<Lab, Map<number, Promise<MarketplaceClient>>>();

/** Asks as any user of a sandbox; elsewhere, and for the tab's own user, as this tab does. */
export function clientFor(session: Session, user: number): Promise<MarketplaceClient> {
  const { lab } = session;
  if (!lab || user === session.userId) return Promise.resolve(session.client);
  const clients = known.get(lab) ?? new Map<number, Promise<MarketplaceClient>>();
  known.set(lab, clients);
  const present = clients.get(user);
  if (present) return present;
  const made = sessionOf(lab.adminToken, { user, world: lab.world }).then(({ client }) => client);
  clients.set(user, made);
  // One that could not be made is made by the next caller.
  made.catch(() => clients.delete(user));
  return made;
}
