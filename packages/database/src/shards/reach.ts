import { messageOf } from "@marketplace/conventions";
import type pg from "pg";
import { withSession } from "../connection.ts";
import { placeOf } from "./placements.ts";
import { PlacementRefused } from "./prepare.ts";

/** A database cannot be reached, or refuses its user. */
export class NoConnection extends PlacementRefused {}

/** As `withSession`. Throws NoConnection, which names the database, when no session could be opened. */
export async function withDatabase<T>(url: string, work: (session: pg.Client) => Promise<T>): Promise<T> {
  let connected = false;
  try {
    return await withSession(url, (session) => {
      connected = true;
      return work(session);
    });
  } catch (cause) {
    if (connected) throw cause;
    throw new NoConnection(`no connection to ${placeOf(url)}: ${messageOf(cause)}`, { cause });
  }
}
