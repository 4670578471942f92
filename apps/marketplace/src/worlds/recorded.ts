import { saveSearchIndex, seedRecorded as seedCatalog } from "@marketplace/catalog-service";
import { databaseName } from "@marketplace/database";
import { seedRecorded as seedUsers } from "@marketplace/edge-gateway";
import { seedRecorded as seedFlex } from "@marketplace/flex-service";
import { seedRecorded as seedOrders } from "@marketplace/orders-service";
import { seedRecorded as seedQuestions } from "@marketplace/questions-service";
import type { LeftOut, RecordedResources } from "@marketplace/record";
import type { WorldDocument } from "@marketplace/sandbox";
import { createLogger, systemClock } from "@marketplace/server";
import { composeServices } from "../boot/services.ts";
import { settingsOfState } from "./state-settings.ts";
import type { TemplateParts } from "./templates.ts";

/**
 * Fills the databases of a state that holds nothing but an operator with what a recording shows. Users come
 * first, because other services ask for them.
 */
export async function fillRecorded(
  key: string,
  { recorded, empty }: { recorded: RecordedResources; empty: WorldDocument },
  parts: TemplateParts,
): Promise<{ document: WorldDocument; leftOut: LeftOut[] }> {
  const settings = settingsOfState(key, parts);
  const log = createLogger("sandbox", settings.logLevel);
  const databaseUrl = settings.databaseUrl(databaseName("gateway"));
  const { users, mentioned } = recorded;
  const composition = await composeServices(settings);
  const { gateway, catalog, questions, orders, flex } = composition.deps;
  try {
    const sites = await gateway.clients.catalog.sites({});
    const around = { databaseUrl, log, sites };
    const seeded = await seedUsers(around, { users, mentioned, now: systemClock.now() });
    const applicationId = empty.applications.default?.id ?? 0;
    const others = [
      await seedCatalog(catalog, recorded),
      await seedQuestions(questions, { questions: recorded.questions, applicationId }),
      await seedOrders(orders, recorded),
      await seedFlex(flex, recorded),
    ];
    await saveSearchIndex(catalog);
    const leftOut = [...recorded.leftOut, ...seeded.leftOut, ...others.flatMap((one) => one.leftOut)];
    return { document: documentOf(empty, { seeded, recorded }), leftOut };
  } finally {
    await composition.close();
  }
}

type Seeded = Awaited<ReturnType<typeof seedUsers>>;

/** Tokens are still to be issued: they say only whose they are. */
function documentOf(
  empty: WorldDocument,
  { seeded, recorded }: { seeded: Seeded; recorded: RecordedResources },
): WorldDocument {
  const idOf = (id: number): number => seeded.moved.find(({ former }) => former === id)?.id ?? id;
  const present = Object.entries(empty.users).map(
    ([name, user]) => [name, { ...user, id: idOf(user.id) }] as const,
  );
  const added = seeded.users.map((user) => [`user_${user.id}`, { ...user, access_token: "" }] as const);
  const idsOf = (list: readonly { id?: unknown }[]) => list.map(({ id }) => id);
  return {
    ...empty,
    users: Object.fromEntries([...present, ...added]),
    fixtures: {
      items: idsOf(recorded.items),
      questions: idsOf(recorded.questions),
      orders: idsOf(recorded.orders),
    },
  };
}
