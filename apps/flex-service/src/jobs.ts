import type { Deps } from "./deps.ts";

const hour = 3_600_000;

/** Hands events over to the gateway and deletes, every hour, what has expired; safe on any number of replicas. */
export async function startJobs(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const relay = deps.startRelay();
  let purging = Promise.resolve();
  const purge = () => {
    purging = deps
      .purge()
      .catch((error) => deps.log.warn({ err: error }, "expired rows could not be deleted"));
  };
  const timer = setInterval(purge, hour);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all([relay.stop(), purging]);
    },
  };
}
