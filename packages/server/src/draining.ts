import type { IncomingMessage } from "node:http";

const draining = new WeakSet<IncomingMessage>();

/** Marks a request as one that reached a server about to stop. */
export const markDraining = (req: IncomingMessage): void => void draining.add(req);

/** Whether the request reached a server that is about to stop: it is answered, but the next should go elsewhere. */
export const isDraining = (req: IncomingMessage): boolean => draining.has(req);
