import { AsyncLocalStorage } from "node:async_hooks";
import type { Caller } from "../declare/caller.ts";

/** What travels with a request through every call it causes: for logs and for calls to other services. */
export interface RequestScope {
  requestId: string;
  caller?: Caller;
}

const storage = new AsyncLocalStorage<RequestScope>();

/** Runs work as part of a request. */
export const inRequestScope = <T>(scope: RequestScope, work: () => T): T => storage.run(scope, work);

/** The request that the present work belongs to; `undefined` in jobs and at start. */
export const requestScope = (): RequestScope | undefined => storage.getStore();
