import type { QuestionsRpc } from "@marketplace/contracts";
import type { CatalogDatabase } from "@marketplace/database/catalog";
import type { Clock, Logger } from "@marketplace/server";

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

const batch = 100;

export function createItemClosings(
  db: CatalogDatabase,
  { questions, clock, log }: Surroundings,
): ItemClosings {
  // Two replicas may send the same message; it is idempotent (QuestionsRpc.itemClosed).
  const send = async (itemId: string): Promise<boolean> => {
    try {
      await questions.itemClosed({ item_id: itemId });
      await db.current().itemClosing.deleteMany({ where: { itemId } });
      return true;
    } catch (error) {
      log.warn({ err: error, itemId }, "questions-service was not told of a closed item; it will be again");
      return false;
    }
  };
  return {
    async record(itemId) {
      const row = { itemId, requestedAt: clock.now() };
      await db.current().itemClosing.upsert({ where: { itemId }, create: row, update: {} });
      db.afterCommit(async () => {
        await send(itemId);
      });
    },
    async sendAll(signal) {
      const rows = await db.current().itemClosing.findMany({ take: batch, orderBy: { requestedAt: "asc" } });
      let taken = 0;
      for (const { itemId } of rows) {
        if (signal?.aborted) break;
        if (await send(itemId)) taken += 1;
      }
      return taken;
    },
  };
}
