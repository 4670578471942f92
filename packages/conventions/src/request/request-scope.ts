import { AsyncLocalStorage } from "node:async_hooks";
import type { Caller } from "../declare/caller.ts";

/** What every call caused by a request can read: for logs, the audit log and calls to other services. */
export interface RequestScope {
  requestId: string;
  caller?: Caller;
  /** The client's address as the gateway recorded it; absent in calls between services. */
  address?: string;
}

const storage = new AsyncLocalStorage<RequestScope>();

export const inRequestScope = <T>(scope: RequestScope, work: () => T): T => storage.run(scope, work);

/** The request of the current work; `undefined` in jobs and at start. */
export const requestScope = (): RequestScope | undefined => storage.getStore();
