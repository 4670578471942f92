import { type OutgoingNotification, perWorld, type SendResult } from "../world.ts";

/** One attempt to deliver. */
export interface Attempt {
  /** Real time, in milliseconds. */
  at: number;
  durationMs: number;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  result: SendResult;
  /** Whether it left for the receiver: a fault may have held it back. */
  sent: boolean;
  /** Whether the lab was told to make it. */
  resent: boolean;
}

/** A notification for one application, with all attempts so far. */
export interface Delivery {
  readonly id: string;
  /** Of the request that caused it. */
  readonly requestId: string | undefined;
  readonly attempts: Attempt[];
  /** What a further attempt is made of. */
  origin: object | undefined;
}

/** What an application is told, in its body. */
export interface Payload {
  topic: string;
  resource: string;
  user_id: number;
  application_id: number;
}

const capacity = 10_000;
const attemptsKept = 50;

export type DeliveryLog = ReturnType<typeof createDeliveryLog>;

/** The latest deliveries of a world, acknowledged ones included. */
export function createDeliveryLog() {
  const deliveries = new Map<string, Delivery>();
  const listeners = new Set<(delivery: Delivery) => void>();

  function begin({ headers, requestId, origin }: OutgoingNotification): Delivery {
    const id = headers["webhook-id"] ?? "";
    const known = deliveries.get(id);
    if (known) {
      known.origin = origin ?? known.origin;
      return known;
    }
    const delivery: Delivery = { id, requestId, attempts: [], origin };
    deliveries.set(id, delivery);
    if (deliveries.size > capacity) deliveries.delete(deliveries.keys().next().value ?? "");
    return delivery;
  }

  return {
    begin,
    add(delivery: Delivery, attempt: Attempt): void {
      delivery.attempts.push(attempt);
      if (delivery.attempts.length > attemptsKept) delivery.attempts.shift();
      for (const tell of listeners) tell(delivery);
    },
    /** Those that were attempted, newest first. */
    latest: (): Delivery[] =>
      [...deliveries.values()].filter(({ attempts }) => attempts.length > 0).reverse(),
    find: (id: string): Delivery | undefined => deliveries.get(id),
    causedBy: (requestId: string): Delivery[] =>
      [...deliveries.values()].filter((one) => one.requestId === requestId && one.attempts.length > 0),
    /** Tells of each attempt from now on; the result ends that. */
    follow(tell: (delivery: Delivery) => void): () => void {
      listeners.add(tell);
      return () => void listeners.delete(tell);
    },
  };
}

/** The deliveries of a world. */
export const deliveriesOf = perWorld(() => createDeliveryLog());

/** The payload of a delivery's last attempt. */
export const payloadOf = ({ attempts }: Delivery): Payload =>
  // The gateway wrote it.
  JSON.parse(attempts.at(-1)?.body ?? "{}") as Payload;
