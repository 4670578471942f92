import type { Exchange } from "./exchange.ts";

const callbackName = /^[A-Za-z_$][\w$.]{0,127}$/;

/** Whether a name is allowed as a callback (decisions 1.6). */
export const isCallbackName = (name: string): boolean => callbackName.test(name);

/** The callback, unless its name is invalid. An invalid one is not used, not even to report itself. */
export const usableCallback = ({ callback }: Exchange): string | undefined =>
  callback !== undefined && isCallbackName(callback) ? callback : undefined;
