import {
  type DeliveryBatch,
  type DeliveryBatchOptions,
  startDeliveryBatch,
} from "./delivery-batch.service.ts";

export type Dispatcher = ReturnType<typeof dispatcher>;

/** One batch per application and process: an endpoint that hangs delays its own application only. */
export function dispatcher(options: DeliveryBatchOptions) {
  const batches = new Map<number, DeliveryBatch>();
  let stopped = false;
  return {
    /** Delivers until nothing is due; returns at once when a batch of the application is running. */
    async deliver(applicationId: number): Promise<void> {
      if (batches.get(applicationId)?.lookAgain() || stopped) return;
      const batch = startDeliveryBatch(options, applicationId);
      batches.set(applicationId, batch);
      try {
        await batch.finished;
      } finally {
        if (batches.get(applicationId) === batch) batches.delete(applicationId);
      }
    },
    /** Resolves when the batches that run now have ended. */
    async settled(): Promise<void> {
      await Promise.allSettled([...batches.values()].map(({ finished }) => finished));
    },
    /** Ends all batches after their running attempts. */
    async stop(): Promise<void> {
      stopped = true;
      for (const batch of batches.values()) batch.stop();
      await Promise.allSettled([...batches.values()].map(({ finished }) => finished));
    },
  };
}
