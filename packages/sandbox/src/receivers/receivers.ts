import { perWorld } from "../world.ts";

/** What a receiver got. */
export interface Reception {
  /** Real time. */
  at: Date;
  headers: Record<string, string>;
  body: string;
  /** What it answered. */
  status: number;
}

export interface Settings {
  status: number;
  delayMs: number;
}

export interface Receiver extends Settings {
  readonly name: string;
  /** The latest, newest first. */
  readonly received: Reception[];
  /** How many there were in all. */
  count: number;
}

/** How many receptions a receiver keeps. */
export const receptionsKept = 1_000;
/** Bytes of a body that are kept; a notification is shorter. */
export const bodyKept = 16_384;

/** The receivers of a world, by name. */
export const receiversOf = perWorld(() => {
  const receivers = new Map<string, Receiver>();
  return {
    find: (name: string): Receiver | undefined => receivers.get(name),
    list: (): Receiver[] => [...receivers.values()],
    /** Makes a receiver, or changes what one answers from now on. */
    put(name: string, settings: Settings): Receiver {
      const receiver = receivers.get(name) ?? { name, received: [], count: 0, ...settings };
      Object.assign(receiver, settings);
      receivers.set(name, receiver);
      return receiver;
    },
    remove: (name: string): boolean => receivers.delete(name),
  };
});

export function note(receiver: Receiver, reception: Reception): void {
  receiver.received.unshift(reception);
  receiver.received.length = Math.min(receiver.received.length, receptionsKept);
  receiver.count += 1;
}
