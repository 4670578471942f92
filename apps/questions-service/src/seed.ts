import type { ItemSummary } from "@marketplace/contracts";
import { conversations, type DemoQuestion } from "./demo/conversations.ts";
import type { Deps } from "./deps.ts";
import { periodAt } from "./response-time/periods.rules.ts";

/** What earlier seeds created, by the names in `sandbox.json`. */
export interface World {
  users: Readonly<Record<string, { id: number }>>;
  /** Buyers who ask most of the questions. */
  demoUsers: readonly number[];
  items: Readonly<Record<string, string>>;
  applications: Readonly<Record<string, { id: number }>>;
  now: Date;
}

const questionCount = 3_000;

/** Fills an empty database with conversations and the question fixtures. */
export async function seedDemo(deps: Deps, world: World): Promise<{ fixtures: Record<string, number> }> {
  const items = await deps.catalog.items({ ids: [...new Set(Object.values(world.items))] });
  const timeZones = new Map((await deps.catalog.sites({})).map((site) => [site.id, site.time_zone]));
  const applicationId = world.applications.default?.id ?? 0;
  const askers = [...world.demoUsers, ...idsOf(world, ["buyer2_mla"])];
  const askedItems = items.filter((item) => item.status !== "paused");
  await insertAll(
    deps,
    conversations({ items: askedItems, askers, applicationId, timeZones, now: world.now }, questionCount),
  );
  return { fixtures: await insertFixtures(deps, { world, items, timeZones, applicationId }) };
}

const idsOf = ({ users }: World, names: readonly string[]): number[] =>
  names.flatMap((name) => users[name]?.id ?? []);

interface FixtureData {
  world: World;
  items: readonly ItemSummary[];
  timeZones: ReadonlyMap<string, string>;
  applicationId: number;
}

/** Inserts the three questions that `sandbox.json` names. buyer_mla asks them within the last hours. */
async function insertFixtures(deps: Deps, data: FixtureData): Promise<Record<string, number>> {
  const { world } = data;
  const at = (hours: number) => new Date(world.now.getTime() - hours * 3_600_000);
  const answered = fixture(data, { item: "item_active", text: "¿Tiene garantía?", askedAt: at(5) });
  const rows = {
    question_answered: {
      ...answered,
      status: "ANSWERED" as const,
      answer_text: "Sí, doce meses.",
      answered_at: at(4).toISOString(),
    },
    question_unanswered: {
      ...fixture(data, { item: "item_active", text: "¿Lo tienen en negro?", askedAt: at(2) }),
      first_on_item: false,
    },
    question_vehicle: fixture(data, {
      item: "item_vehicle",
      text: "¿Cuántos kilómetros tiene?",
      askedAt: at(1),
    }),
  };
  const ids = await insertAll(deps, Object.values(rows));
  return Object.fromEntries(Object.keys(rows).map((name, index) => [name, ids[index] ?? 0]));
}

interface Fixture {
  item: string;
  text: string;
  askedAt: Date;
}

function fixture(
  { world, items, timeZones, applicationId }: FixtureData,
  { item: name, text, askedAt }: Fixture,
): DemoQuestion {
  const item = items.find(({ id }) => id === world.items[name]);
  const [asker] = idsOf(world, ["buyer_mla"]);
  if (!item || asker === undefined) throw new Error(`the demo has no ${name} or no buyer_mla`);
  return {
    item_id: item.id,
    site_id: item.site_id,
    seller_id: item.seller_id,
    asker_id: asker,
    application_id: applicationId,
    status: "UNANSWERED",
    text,
    vehicle: item.vehicle,
    first_on_item: true,
    period: periodAt(askedAt, timeZones.get(item.site_id) ?? "UTC"),
    answer_text: null,
    answered_at: null,
    created_at: askedAt.toISOString(),
  };
}

// One statement inserts all rows, which are one JSON array.
const insertRows = `
  INSERT INTO questions (item_id, site_id, seller_id, asker_id, application_id, status, text, vehicle, first_on_item, period,
    answer_text, answer_status, answered_at, created_at, updated_at)
  SELECT item_id, site_id, seller_id, asker_id, application_id, status, text, vehicle, first_on_item, period,
    answer_text, CASE WHEN answer_text IS NULL THEN NULL ELSE 'active' END, answered_at, created_at, coalesce(answered_at, created_at)
  FROM jsonb_to_recordset($1::jsonb) AS row (item_id text, site_id text, seller_id bigint, asker_id bigint, application_id bigint,
    status text, text text, vehicle boolean, first_on_item boolean, period smallint, answer_text text, answered_at timestamptz,
    created_at timestamptz)
  RETURNING id`;

async function insertAll({ db }: Deps, questions: readonly DemoQuestion[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>(insertRows, [JSON.stringify(questions)]);
  return rows.map(({ id }) => id);
}
