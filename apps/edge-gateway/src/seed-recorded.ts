import { firstIssueText } from "@marketplace/conventions";
import { openGatewayDatabase } from "@marketplace/database/gateway";
import type { Logger } from "@marketplace/server";
import { z } from "zod";
import { addressIn } from "./demo/site-addresses.ts";

/** A user as a recording shows them: private fields only where the recording is theirs. */
const RecordedUser = z.looseObject({
  id: z.int().positive(),
  nickname: z.string().min(1).max(100).optional(),
  site_id: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  registration_date: z.iso.datetime({ offset: true }).optional(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.looseObject({ area_code: z.string().nullish(), number: z.string().nullish() }).nullish(),
  identification: z.looseObject({ type: z.string().nullish(), number: z.string().nullish() }).nullish(),
  address: z
    .looseObject({
      address: z.string().nullish(),
      city: z.string().nullish(),
      state: z.string().nullish(),
      zip_code: z.string().nullish(),
    })
    .nullish(),
  seller_reputation: z.looseObject({ level_id: z.string().nullish() }).nullish(),
  tags: z.array(z.string()).optional(),
});

interface Recorded {
  users: readonly unknown[];
  /** Users with what other resources say of them: the site at least. */
  mentioned: readonly { id: number; site_id: string }[];
  now: Date;
}

interface Surroundings {
  databaseUrl: string;
  log: Logger;
  /** All addresses. */
  sites: readonly { id: string; country_id: string }[];
}

interface SeededUsers {
  users: { id: number; nickname: string; site_id: string }[];
  /** Users who were there before, and got another id. */
  moved: { former: number; id: number }[];
  leftOut: { resource: string; reason: string }[];
}

const insert = `
  INSERT INTO users (id, nickname, site_id, country_id, email, phone_area_code, phone_number, first_name, last_name,
    address, reputation_level, roles, identification, test_user, messaging_allowed, created_at)
  SELECT id, nickname, site_id, country_id, email, phone_area_code, phone_number, first_name, last_name,
    address, reputation_level, ARRAY['seller', 'buyer'], identification, test_user, messaging_allowed, created_at
  FROM json_populate_recordset(NULL::users, $1::json)
  ON CONFLICT DO NOTHING RETURNING id, nickname, site_id`;

const advance = "SELECT setval('users_id_seq', greatest(last_value, $1::bigint)) FROM users_id_seq";
const makeRoom = `
  UPDATE users SET id = nextval('users_id_seq') FROM (SELECT id AS former FROM users WHERE id = ANY ($1::bigint[])) taken
  WHERE users.id = taken.former RETURNING taken.former, users.id`;

/**
 * Adds users of a recording under their own ids, to a database that has its operator only. The operator gets
 * another id where the recording has theirs.
 */
export async function seedRecorded(
  { databaseUrl, log, sites }: Surroundings,
  { users, mentioned, now }: Recorded,
): Promise<SeededUsers> {
  const leftOut: SeededUsers["leftOut"] = [];
  const rows = new Map<number, object>();
  const countries = new Map(sites.map((site) => [site.id, site.country_id]));
  const told = new Map(mentioned.map((user) => [user.id, user]));
  for (const seen of users) {
    const wire = { ...told.get(Object(seen).id), ...Object(seen) };
    const user = RecordedUser.safeParse(wire);
    const country = countries.get(user.data?.site_id ?? "");
    if (user.success && country) rows.set(user.data.id, rowOf(user.data, { country, now }));
    else leftOut.push({ resource: `/users/${String(Object(wire).id)}`, reason: reasonOf(user) });
  }
  for (const wire of mentioned) {
    const user = RecordedUser.safeParse(wire);
    const country = countries.get(wire.site_id);
    if (user.success && country && !rows.has(wire.id)) rows.set(wire.id, rowOf(user.data, { country, now }));
  }
  const ids = [...rows.keys()];
  const highest = ids.reduce((most, id) => Math.max(most, id), 1);
  const db = openGatewayDatabase({ url: databaseUrl, poolSize: 1, log });
  try {
    const { added, moved } = await db.transaction(async () => {
      await db.query(advance, [highest]);
      const others = await db.query<SeededUsers["moved"][number]>(makeRoom, [ids]);
      const values = [JSON.stringify([...rows.values()])];
      return { moved: others, added: await db.query<SeededUsers["users"][number]>(insert, values) };
    });
    const known = new Set(added.map(({ id }) => id));
    for (const id of ids.filter((one) => !known.has(one)))
      leftOut.push({ resource: `/users/${id}`, reason: "another user has the same nickname" });
    return { users: added, moved, leftOut };
  } finally {
    await db.close();
  }
}

const reasonOf = ({ error }: z.ZodSafeParseResult<unknown>): string =>
  error ? firstIssueText(error) : "its site is not one of this marketplace";

function rowOf(
  user: z.output<typeof RecordedUser>,
  { country, now }: { country: string; now: Date },
): object {
  const { id, site_id: siteId = "", tags = ["messages_as_seller"] } = user;
  const identification = user.identification?.number ? user.identification : null;
  return {
    id,
    nickname: user.nickname ?? `USER${id}`,
    site_id: siteId,
    country_id: country,
    email: user.email ?? `user${id}@example.com`,
    phone_area_code: user.phone?.area_code ?? "",
    phone_number: user.phone?.number ?? "",
    first_name: user.first_name ?? "",
    last_name: user.last_name ?? "",
    address: addressOf(user, siteId),
    reputation_level: user.seller_reputation?.level_id ?? null,
    identification: identification && { type: identification.type, number: identification.number },
    test_user: tags.includes("test_user"),
    messaging_allowed: tags.includes("messages_as_seller"),
    created_at: user.registration_date ?? now,
  };
}

/** A profile has no coordinates: they are those of an address in the country's largest city. */
function addressOf({ id, address }: z.output<typeof RecordedUser>, siteId: string): object | null {
  const place = addressIn(siteId);
  if (!address?.address || !place) return null;
  return {
    id,
    address_line: address.address,
    city: address.city ? { id: address.city, name: address.city } : place.city,
    ...(address.state && { state: { id: address.state, name: address.state } }),
    zip_code: address.zip_code ?? "",
    latitude: place.latitude,
    longitude: place.longitude,
  };
}
