import { randomInt } from "node:crypto";
import type { UserAddress } from "@marketplace/contracts";
import type { Page } from "@marketplace/conventions";
import { invalidate } from "@marketplace/database";
import type { GatewayDatabase } from "@marketplace/database/gateway";
import type { NewManagedUser, UserChanges, UserStatus } from "./administration.schema.ts";

/** A user as operators decide about them. */
export interface ManagedUser {
  id: number;
  nickname: string;
  site_id: string;
  country_id: string;
  roles: string[];
  status: UserStatus;
  moderated: boolean;
  intervened: boolean;
  messaging_allowed: boolean;
  reputation_level: string | null;
  created_at: Date;
}

/** Topic under which every process hears, by their id, of a user whose tokens are to be read again. */
export const changedUsers = "changed-users";

export interface UserFilter {
  role?: string | undefined;
  status?: UserStatus | undefined;
}

export type UserAdministrationRepo = ReturnType<typeof createUserAdministrationRepo>;

const columns = `id, nickname, site_id, country_id, roles, moderated, intervened, messaging_allowed,
  reputation_level, created_at, CASE WHEN disabled_at IS NULL THEN 'active' ELSE 'disabled' END AS status`;

const matching = `FROM users WHERE ($1::text IS NULL OR $1 = ANY (roles))
  AND ($2::text IS NULL OR (disabled_at IS NOT NULL) = ($2 = 'disabled'))`;

const enabling = "UPDATE users SET disabled_at = NULL WHERE id = $1";
const disabling = "UPDATE users SET disabled_at = coalesce(disabled_at, $2) WHERE id = $1";

/** Operators who may sign in. */
const operating = "'operator' = ANY (roles) AND disabled_at IS NULL";

/** Users, as operators manage them. */
export function createUserAdministrationRepo(db: GatewayDatabase) {
  const first = async (where: string, value: unknown): Promise<ManagedUser | undefined> => {
    const [row] = await db.query<ManagedUser>(`SELECT ${columns} FROM users WHERE ${where}`, [value]);
    return row;
  };
  /** Gives a user an address. Without a state it has that of the former one, if the city is the same. */
  async function move(id: number, address: NonNullable<UserChanges["address"]> | null): Promise<void> {
    await db.execute(
      `UPDATE users SET address = CASE WHEN address -> 'city' -> 'id' = $2::jsonb -> 'city' -> 'id'
         THEN jsonb_strip_nulls(jsonb_build_object('state', address -> 'state')) || $2::jsonb ELSE $2::jsonb END
       WHERE id = $1`,
      [id, address && JSON.stringify(withId(address))],
    );
  }

  return {
    find: (id: number) => first("id = $1", id),

    /** The user as they are, locked until the transaction ends. */
    lock: (id: number) => first("id = $1 FOR UPDATE", id),

    findByNickname: (nickname: string) => first("nickname = $1", nickname),

    async list({ role, status }: UserFilter, { limit, offset }: Page) {
      const values = [role ?? null, status ?? null];
      const [count] = await db.query<{ total: number }>(`SELECT count(*) AS total ${matching}`, values);
      const users = await db.query<ManagedUser>(
        `SELECT ${columns} ${matching} ORDER BY id LIMIT $3 OFFSET $4`,
        [...values, limit, offset],
      );
      return { total: count?.total ?? 0, users };
    },

    /** Locks a nickname, in any case, until the transaction ends; false when it is taken. */
    async claimNickname(nickname: string): Promise<boolean> {
      await db.query("SELECT pg_advisory_xact_lock(hashtextextended('nickname ' || lower($1), 0))", [
        nickname,
      ]);
      const taken = await db.query("SELECT FROM users WHERE lower(nickname) = lower($1) LIMIT 1", [nickname]);
      return taken.length === 0;
    },

    /** Ids of the operators who may sign in, locked in order until the transaction ends. */
    async lockOperators(): Promise<number[]> {
      const rows = await db.query<{ id: number }>(
        `SELECT id FROM users WHERE ${operating} ORDER BY id FOR UPDATE`,
      );
      return rows.map(({ id }) => id);
    },

    /** Whether there is an operator. Until the transaction ends, others who ask this wait. */
    async lockForFirstOperator(): Promise<boolean> {
      await db.query("SELECT pg_advisory_xact_lock(hashtextextended('first operator', 0))");
      const [row] = await db.query<{ any: boolean }>(
        "SELECT EXISTS (SELECT FROM users WHERE 'operator' = ANY (roles)) AS any",
      );
      return row?.any ?? false;
    },

    /** Changes a user. What every process knows of their tokens is read again. */
    async change(id: number, change: UserChanges, now: Date): Promise<void> {
      const data = {
        roles: change.roles,
        moderated: change.moderated,
        intervened: change.intervened,
        messagingAllowed: change.messaging_allowed,
        reputationLevel: change.reputation_level,
        firstName: change.first_name,
        lastName: change.last_name,
        email: change.email,
        ...(change.phone && { phoneAreaCode: change.phone.area_code, phoneNumber: change.phone.number }),
      };
      const { status, address } = change;
      await db.transaction(async () => {
        await db.current().user.update({ where: { id: BigInt(id) }, data, select: { id: true } });
        if (address !== undefined) await move(id, address);
        // Someone who is disabled already stays so since then.
        if (status === "active") await db.execute(enabling, [id]);
        if (status === "disabled") await db.execute(disabling, [id, now]);
        await invalidate(db, changedUsers, String(id));
      });
    },
  };
}

/** An address with an id of its own, as every address has. */
export const withId = (address: NewManagedUser["address"]): UserAddress | null =>
  address ? { id: randomInt(1_000_000_000, 2_000_000_000), ...address } : null;
