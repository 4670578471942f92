import {
  type DeliveryBatch,
  type DeliveryBatchOptions,
  startDeliveryBatch,
} from "./delivery-batch.service.ts";

/**
 * Delivers due notifications, one batch per application and process: an endpoint that hangs delays its own
 * application only.
 */
export interface Dispatcher {
  /** Delivers until nothing is due; returns at once when a batch of the application is running. */
  deliver(applicationId: number): Promise<void>;
  /** Ends all batches after their running attempts. */
  stop(): Promise<void>;
}

export function dispatcher(options: DeliveryBatchOptions): Dispatcher {
  const batches = new Map<number, DeliveryBatch>();
  let stopped = false;
  return {
    async deliver(applicationId) {
      if (batches.get(applicationId)?.lookAgain() || stopped) return;
      const batch = startDeliveryBatch(options, applicationId);
      batches.set(applicationId, batch);
      try {
        await batch.finished;
      } finally {
        if (batches.get(applicationId) === batch) batches.delete(applicationId);
      }
    },
    async stop() {
      stopped = true;
      for (const batch of batches.values()) batch.stop();
      await Promise.allSettled([...batches.values()].map(({ finished }) => finished));
    },
  };
}
