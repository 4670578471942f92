import type { QuestionsRpc } from "@marketplace/contracts";
import { siteOfItem } from "@marketplace/database";
import type { CatalogDatabase } from "@marketplace/database/catalog";
import { type Clock, countOutages, forEachRow, type Logger, type Outages } from "@marketplace/server";

/** Outbox of closed items: a row stays until questions-service has acknowledged the message. */
export interface ItemClosings {
  /**
   * Records the message in the current transaction and sends it after the commit, unless questions-service
   * was away for the site by `outages`, which a job gives that closes many items.
   */
  record(itemId: string, outages?: Outages): Promise<void>;
  /** Sends the recorded messages until `signal` aborts; returns how many were acknowledged. */
  sendAll(signal?: AbortSignal): Promise<number>;
}

interface Surroundings {
  questions: Pick<QuestionsRpc, "itemClosed">;
  clock: Clock;
  log: Logger;
}

const pageSize = 100;

/** Each site may have a database of its own. */
const placeOf = (itemId: string): string => siteOfItem(itemId) ?? "";

export function createItemClosings(
  db: CatalogDatabase,
  { questions, clock, log }: Surroundings,
): ItemClosings {
  // Two replicas may send the same message; it is idempotent (QuestionsRpc.itemClosed).
  const send = async (itemId: string): Promise<void> => {
    await questions.itemClosed({ item_id: itemId });
    await db.current().itemClosing.deleteMany({ where: { itemId } });
  };
  const failed = (err: unknown, itemId: string): void =>
    log.warn({ err, itemId }, "questions-service was not told of a closed item; it will be again");
  const sendOrWait = async (itemId: string, outages: Outages): Promise<void> => {
    const siteId = placeOf(itemId);
    if (outages.isAway(siteId)) return;
    await outages.counted(siteId, () => send(itemId)).catch((error: unknown) => failed(error, itemId));
  };
  return {
    async record(itemId, outages = countOutages()) {
      const row = { itemId, requestedAt: clock.now() };
      await db.current().itemClosing.upsert({ where: { itemId }, create: row, update: {} });
      db.afterCommit(() => sendOrWait(itemId, outages));
    },
    sendAll: (signal) =>
      forEachRow({
        page: (last?: { itemId: string }) =>
          db.current().itemClosing.findMany({
            where: { itemId: { gt: last?.itemId ?? "" } },
            orderBy: { itemId: "asc" },
            take: pageSize,
          }),
        work: ({ itemId }) => send(itemId),
        failed: (error, { itemId }) => failed(error, itemId),
        place: ({ itemId }) => placeOf(itemId),
        signal,
      }),
  };
}
