import type { Deps } from "./deps.ts";

const hour = 3_600_000;

/** Starts the gateway's work in the background: notifications are delivered; every hour, what has expired is deleted. Safe on any number of replicas. */
export async function startJobs(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const worker = await deps.notifications.start();
  let running = Promise.resolve();
  const purge = () => {
    running = deps
      .purge()
      .catch((error) => deps.log.warn({ err: error }, "expired rows could not be deleted"));
  };
  const timer = setInterval(purge, hour);
  return {
    async stop() {
      clearInterval(timer);
      await worker.stop();
      await running;
    },
  };
}
