import type { Socket } from "node:net";

/**
 * Where this process is reached by itself: the address by which a connection came in. The public one may lead
 * to a proxy that this machine cannot reach.
 */
export const ownAddress = ({ localAddress = "127.0.0.1", localPort }: Socket): string =>
  `http://${localAddress.includes(":") ? `[${localAddress}]` : localAddress}:${localPort}`;
