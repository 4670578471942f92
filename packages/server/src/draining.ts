import type { IncomingMessage } from "node:http";

const draining = new WeakSet<IncomingMessage>();

/** Marks a request that arrived at a server which is about to stop. */
export const markDraining = (req: IncomingMessage): void => void draining.add(req);

/** Whether the request arrived at a server that is about to stop: the next one should go elsewhere. */
export const isDraining = (req: IncomingMessage): boolean => draining.has(req);
