import {
  type DeliveryBatch,
  type DeliveryBatchOptions,
  startDeliveryBatch,
} from "./delivery-batch.service.ts";

/**
 * Delivers what is due, application by application. Each has one batch at a time in this process, so an endpoint that
 * hangs waits for nobody but itself, however often its application is called.
 */
export interface Dispatcher {
  /** Delivers until nothing is due for the application; returns at once when a batch for it is under way. */
  deliver(applicationId: number): Promise<void>;
  /** Ends every batch after the attempts at hand; none starts any more. */
  stop(): Promise<void>;
}

/** A dispatcher for this process. */
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
