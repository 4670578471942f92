import type { QuestionsRpc } from "@marketplace/contracts";
import type { CatalogDatabase } from "@marketplace/database/catalog";
import { type Clock, forEachRow, type Logger } from "@marketplace/server";

/** Outbox of closed items: a row stays until questions-service has acknowledged the message. */
export interface ItemClosings {
  /** Records the message in the current transaction and sends it after the commit. */
  record(itemId: string): Promise<void>;
  /** Sends the recorded messages until `signal` aborts; answers how many were acknowledged. */
  sendAll(signal?: AbortSignal): Promise<number>;
}

interface Surroundings {
  questions: Pick<QuestionsRpc, "itemClosed">;
  clock: Clock;
  log: Logger;
}

const pageSize = 100;

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
  return {
    async record(itemId) {
      const row = { itemId, requestedAt: clock.now() };
      await db.current().itemClosing.upsert({ where: { itemId }, create: row, update: {} });
      db.afterCommit(() => send(itemId).catch((error: unknown) => failed(error, itemId)));
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
        signal,
      }),
  };
}
