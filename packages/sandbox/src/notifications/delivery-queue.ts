import type { SendAgain, SendResult, World } from "../world.ts";
import type { Delivery } from "./delivery-log.ts";

/** Of the services that each world was composed of last. */
const known = new WeakMap<World, SendAgain>();

/** Notes what makes further attempts in a world. */
export const resendBy = (world: World, again: SendAgain): void => void known.set(world, again);

/** Makes one more attempt: signed anew, to the address that the application has by then. */
export async function resend(world: World, { origin }: Delivery): Promise<SendResult> {
  await world.awake();
  const again = known.get(world);
  if (!origin || !again) return { failure: "it cannot be made again" };
  return again(origin);
}
