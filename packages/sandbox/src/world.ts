import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { ClockState, DueWork, Logger, MovableClock } from "@marketplace/server";

/**
 * A world is a whole marketplace: databases, stored files, clock, and what the lab's features keep for it.
 * The product that `start` runs is the world `default`, which is always there.
 *
 * The services know none of this. A world's services are composed by `apps/marketplace` with what the world
 * gives them: a clock, connections, a tag for its credentials, and a hook around each notification. What
 * belongs to the lab happens around them: a request meets the middleware of every feature before it meets
 * the world's gateway, and a notification meets the hooks of every feature before it leaves.
 *
 * A feature keeps state per world by `perWorld`, never in a map of its own: the state begins with its first
 * use, begins again when the world is reset, and ends with the world.
 */
export interface World {
  readonly id: string;
  /** `demo`, `empty` or `snapshot:<name>`. */
  readonly from: string;
  readonly createdAt: Date;
  /** `undefined` for `default`, which ends with the product. */
  readonly expiresAt: Date | undefined;
  /** The domain clock that the world's services are composed with. */
  readonly clock: WorldClock;
  /** What moves with the clock. */
  readonly time: WorldTime;
  readonly log: Logger;
  /** Replaced by each reset; `perWorld` ties the state of features to it. */
  readonly epoch: Epoch;
  /** Sends the other processes of the world, if there are any, the faults of its rules and profile. */
  readonly publishFaults: () => Promise<void>;
  /** Answers a request as the world's product does, without the middleware of the features. */
  readonly handle: RequestListener;
  /** Runs work that is no request while the world's services are open; work on its state waits for it. */
  readonly whileOpen: <T>(work: () => Promise<T>) => Promise<T>;
}

/** What the state of a world's features is tied to. */
export interface Epoch {
  /** Aborted by a reset, and by the end of the world: timers and streams of features end by it. */
  readonly ended: AbortSignal;
}

/** The domain clock of a world. */
export interface WorldClock extends MovableClock {
  /** How far it is ahead of real time, in milliseconds; less than 0 is behind. */
  readonly offsetMs: number;
}

/** What moves with a world's clock. */
export interface WorldTime {
  /** Runs work with that of the world's services, in the order in which it is done; they stay open for it. */
  withDue<T>(work: (due: readonly DueWork[]) => Promise<T>): Promise<T>;
  /** Resolves once every process of the world has the clock, and it is stored. */
  moved(state: ClockState): Promise<void>;
}

/**
 * A middleware around each public request of a world, before its gateway and response cache. It calls `next`
 * once, at once or later, or answers by itself. It sees Node's request before anything of it is read. The
 * requests to `/_sandbox` itself do not come here.
 */
export type RequestMiddleware = (
  world: World,
  exchange: { req: IncomingMessage; res: ServerResponse },
  next: () => void,
) => void;

/** A notification as it is about to be sent to an application, signed. */
export interface OutgoingNotification {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** The request that caused its event. */
  requestId?: string | undefined;
  /** What a further attempt is made of. */
  origin?: object;
  /** Aborted when the world's notifications stop: a middleware that waits gives up. */
  stopping?: AbortSignal;
}

/** The end of an attempt. */
export interface SendResult {
  /** Why it failed, in words; absent when it was acknowledged. */
  failure?: string;
  /** The status of the receiver's answer, if there was one. */
  status?: number;
  /** How the body of that answer begins. */
  answer?: string;
}

/** Makes one more attempt of an `origin`, signed again; no retry follows it. */
export type SendAgain = (origin: object) => Promise<SendResult>;

/** The deliveries behind the notifications of a world. */
export interface DeliveryQueue {
  again: SendAgain;
  /** When the next attempts are due, by the clock of the world, by `_id`; none where none follows. */
  nextAttempts(ids: readonly string[]): Promise<ReadonlyMap<string, Date>>;
}

/** Sends a notification once; never rejects for what a receiver does. */
export type SendNotification = (notification: OutgoingNotification) => Promise<SendResult>;

/**
 * A middleware around each attempt to deliver a notification of a world. It may change what is sent, send it
 * several times, or return a failure without sending it. It never rejects.
 */
export type NotificationMiddleware = (
  world: World,
  notification: OutgoingNotification,
  send: SendNotification,
) => Promise<SendResult>;

/** State that a feature keeps for each world: made at its first use, and again after a reset. */
export function perWorld<State>(create: (world: World) => State): (world: World) => State {
  const states = new WeakMap<Epoch, State>();
  return (world) => {
    const known = states.get(world.epoch);
    if (known !== undefined) return known;
    const state = create(world);
    states.set(world.epoch, state);
    return state;
  };
}
