import type { Conventions } from "@marketplace/conventions";
import { createKeyGuard } from "@marketplace/database";

interface Home {
  db: Parameters<typeof createKeyGuard>[0];
  clock: Parameters<typeof createKeyGuard>[1];
}

/** The conventions of handlers in a site's database, or home, whose Idempotency-Keys count over all. */
export function guardedKeys(
  home: Home,
  conventions: Conventions,
  { wasAtHome }: { wasAtHome(siteId: string): boolean },
  siteId?: string,
): Conventions {
  const { idempotency } = conventions;
  if (!idempotency) return conventions;
  const guarded = createKeyGuard(home.db, home.clock);
  return {
    ...conventions,
    idempotency: guarded(idempotency, () => siteId !== undefined && wasAtHome(siteId)),
  };
}
