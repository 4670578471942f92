import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { ChildService } from "./child-services.ts";

const wanted = "restart the services";
const done = "the services have been restarted";

/** Asks the process that started this one to restart the other services, and waits until they are ready. */
export async function restartServices(): Promise<void> {
  const answered = once(process, "message");
  process.send?.(wanted);
  const [answer] = await answered;
  if (answer !== done) throw new Error("the services could not be restarted");
}

/** Has the services of a split product restarted when the process of the gateway asks for it. */
export function listenForRestarts(gateway: ChildProcess, services: () => readonly ChildService[]): void {
  gateway.on("message", async (message) => {
    if (message !== wanted) return;
    const restarted = await Promise.allSettled(services().map((service) => service.restart()));
    const failed = restarted.some(({ status }) => status === "rejected");
    if (gateway.connected) gateway.send(failed ? "failed" : done);
  });
}
