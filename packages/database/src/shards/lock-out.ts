import type pg from "pg";
import { prismaLockKey } from "../migrate/migrate.ts";
import { PlacementRefused } from "./prepare.ts";

const underWay = "a migration, or another move, is under way";

/**
 * No migration runs from now on to the end of the session, and no other move. Throws PlacementRefused while
 * one does.
 */
export async function lockOut(session: pg.Client): Promise<void> {
  if (!(await tryToLock(session))) throw new PlacementRefused(underWay);
}

/** As `lockOut`, but waits until the other one has ended. */
export async function waitToLockOut(session: pg.Client, tell: (step: string) => void): Promise<void> {
  if (await tryToLock(session)) return;
  tell(`waits: ${underWay}`);
  await session.query(`SELECT pg_advisory_lock(${prismaLockKey})`);
}

async function tryToLock(session: pg.Client): Promise<boolean> {
  const { rows } = await session.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_lock(${prismaLockKey}) AS locked`,
  );
  return rows[0]?.locked === true;
}
