import type { DeliveryQueue, SendResult, World } from "../world.ts";
import type { Delivery } from "./delivery-log.ts";

/** Of the services that each world was composed of last. */
const known = new WeakMap<World, DeliveryQueue>();

/** Notes the deliveries behind the notifications of a world. */
export const queueIn = (world: World, queue: DeliveryQueue): void => void known.set(world, queue);

/** Makes one more attempt: signed again, to the address that the application has by then. */
export const resend = (world: World, { origin }: Delivery): Promise<SendResult> =>
  world.whileOpen(async () => {
    const queue = known.get(world);
    if (!origin || !queue) return { failure: "it cannot be made again" };
    return queue.again(origin);
  });

/** When the next attempts of these are due. Nothing is asked, and no world opened, for acknowledged ones. */
export async function nextAttemptsOf(
  world: World,
  deliveries: readonly Delivery[],
): Promise<ReadonlyMap<string, Date>> {
  const failed = deliveries.filter(({ attempts }) => attempts.at(-1)?.result.failure !== undefined);
  if (failed.length === 0) return new Map();
  const ids = failed.map(({ id }) => id);
  return (await world.whileOpen(async () => known.get(world)?.nextAttempts(ids))) ?? new Map();
}
