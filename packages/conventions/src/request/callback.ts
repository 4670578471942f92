import type { Exchange } from "./exchange.ts";

const callbackName = /^[A-Za-z_$][\w$.]{0,127}$/;

/** Whether a callback may be called by this name (decisions 1.6). */
export const isCallbackName = (name: string): boolean => callbackName.test(name);

/** A callback that would break out of its call is not used, not even to report itself. */
export const usableCallback = ({ callback }: Exchange): string | undefined =>
  callback !== undefined && isCallbackName(callback) ? callback : undefined;
