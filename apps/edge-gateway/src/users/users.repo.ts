import { UserProfile } from "@marketplace/contracts";
import { batchingByIds, toId } from "@marketplace/database";
import { type GatewayDatabase, Prisma } from "@marketplace/database/gateway";
import { nameIssue } from "../applications/display-name.rules.ts";
import type { Identification } from "./identification.rules.ts";

/** A user as the gateway keeps it. */
export interface User extends Omit<UserProfile, "permalink" | "registered_at"> {
  /** `active` or `deactive`. */
  site_status: string;
  identification: Identification | null;
  /** Made by `POST /users/test_user` or the demo. */
  test_user: boolean;
  registeredAt: Date;
}

export interface NewUser extends Omit<User, "id" | "site_status" | "identification" | "test_user"> {
  identification?: Identification;
  test_user?: boolean;
  /** As `hashPassword` gives it. */
  password?: string;
}

export type UsersRepo = ReturnType<typeof createUsersRepo>;

type Row = Omit<Prisma.UserGetPayload<object>, "id" | "password" | "passwordHash"> & {
  id: bigint | number;
};

const many = `SELECT id, nickname, site_id AS "siteId", country_id AS "countryId", email, phone_area_code AS "phoneAreaCode",
    phone_number AS "phoneNumber", first_name AS "firstName", last_name AS "lastName", address,
    reputation_level AS "reputationLevel", roles, site_status AS "siteStatus", disabled_at AS "disabledAt",
    moderated, intervened,
    messaging_allowed AS "messagingAllowed", identification, test_user AS "testUser", created_at AS "createdAt"
  FROM users WHERE id = ANY ($1::bigint[])`;

const counting = `SELECT CASE WHEN reltuples > 100000 THEN reltuples::bigint
    ELSE (SELECT count(*) FROM (SELECT FROM users LIMIT 100001) few) END AS count
  FROM pg_class WHERE oid = 'users'::regclass`;

const byNickname = `SELECT id FROM users WHERE nickname IN ($1, upper($1), lower($1))
  ORDER BY nickname = $1 DESC, nickname LIMIT 1`;

/** Users. */
export function createUsersRepo(db: GatewayDatabase) {
  const findMany = batchingByIds(db, async (ids: readonly number[]) => {
    const rows = await db.query<Row>(many, [ids]);
    return new Map(rows.map((row) => [toId(row.id), userOf(row)]));
  });
  return {
    async find(id: number): Promise<User | undefined> {
      const [user] = await findMany([id]);
      return user;
    },

    /** Those of the ids that exist, in their order. */
    findMany,

    /** The id of the user with a nickname as it is written, in capitals or in small letters. */
    async idOf(nickname: string): Promise<number | undefined> {
      const [found] = await db.query<{ id: number }>(byNickname, [nickname]);
      return found?.id;
    },

    /** The first users by id: what a list for people shows. */
    async list(limit: number): Promise<Pick<User, "id" | "nickname" | "site_id">[]> {
      const select = { id: true, nickname: true, siteId: true } as const;
      const rows = await db.current().user.findMany({ select, orderBy: { id: "asc" }, take: limit });
      return rows.map(({ id, nickname, siteId }) => ({ id: toId(id), nickname, site_id: siteId }));
    },

    /** How many there are: counted up to 100 000, then as of the last time Postgres analyzed the table. */
    async count(): Promise<number> {
      const [row] = await db.query<{ count: number }>(counting);
      return row?.count ?? 0;
    },

    /** Creates users; gives them in the order given. */
    async create(users: readonly NewUser[]): Promise<User[]> {
      const rows = await db.current().user.createManyAndReturn({ data: users.map(dataOf) });
      const byNickname = new Map(rows.map((row) => [row.nickname, userOf(row)]));
      return users.flatMap(({ nickname }) => byNickname.get(nickname) ?? []);
    },
  };
}

function dataOf(user: NewUser): Prisma.UserCreateManyInput {
  const issue = nameIssue(user.nickname);
  if (issue !== undefined) throw new Error(`nickname ${issue}`);
  return {
    nickname: user.nickname,
    siteId: user.site_id,
    countryId: user.country_id,
    email: user.email,
    phoneAreaCode: user.phone.area_code,
    phoneNumber: user.phone.number,
    firstName: user.first_name,
    lastName: user.last_name,
    address: user.address ?? Prisma.DbNull,
    reputationLevel: user.reputation_level,
    roles: user.roles,
    moderated: user.moderated,
    intervened: user.intervened,
    messagingAllowed: user.messaging_allowed,
    password: user.password,
    identification: user.identification ? { ...user.identification } : Prisma.DbNull,
    testUser: user.test_user,
    createdAt: user.registeredAt,
  };
}

function userOf(row: Row): User {
  const profile = {
    id: toId(row.id),
    nickname: row.nickname,
    site_id: row.siteId,
    country_id: row.countryId,
    email: row.email,
    phone: { area_code: row.phoneAreaCode, number: row.phoneNumber },
    first_name: row.firstName,
    last_name: row.lastName,
    address: UserProfile.shape.address.parse(row.address),
    reputation_level: row.reputationLevel,
    roles: row.roles,
    moderated: row.moderated,
    intervened: row.intervened,
    messaging_allowed: row.messagingAllowed,
    // Written by `dataOf`.
    identification: row.identification as Identification | null,
    test_user: row.testUser,
    registeredAt: row.createdAt,
  };
  return { ...profile, site_status: row.disabledAt === null ? row.siteStatus : "deactive" };
}
