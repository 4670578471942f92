import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { StorageGates } from "./service-parts.ts";

/** A fault that is injected before each use of a storage: no answer, or a late one. */
export const InjectedFault = z.object({
  /** Name and value of the header by which the response reports the fault. */
  header: z.tuple([z.string(), z.string()]),
  unavailable: z.boolean(),
  /** Delays in milliseconds. Each use takes the next one; after the last comes the first. */
  delays_ms: z.array(z.number().min(0)),
});
export type InjectedFault = z.output<typeof InjectedFault>;

/** The faults of one request or of background work, by storage. */
export const InjectedFaults = z.object({
  database: InjectedFault.optional(),
  object_store: InjectedFault.optional(),
});
export type InjectedFaults = z.output<typeof InjectedFaults>;

/** Carries the faults of a request to the next process, as `encodedFaults` writes them. */
export const faultsHeader = "x-marketplace-faults";

interface FaultScope {
  faults: InjectedFaults;
  res?: ServerResponse | undefined;
}

const scope = new AsyncLocalStorage<FaultScope>();

/** Runs the work of a request; these faults are injected into its uses of storages. */
export const withFaults = <T>(faults: InjectedFaults, work: () => T): T => scope.run({ faults }, work);

/** The faults of the current request as the value of `faultsHeader`; `undefined` outside `withFaults`. */
export function encodedFaults(): string | undefined {
  const current = scope.getStore();
  return current && Buffer.from(JSON.stringify(current.faults)).toString("base64url");
}

/** As `withFaults`, with the value of a `faultsHeader`; without one the work runs as it is. */
export function withEncodedFaults<T>(text: string | undefined, work: () => T, res?: ServerResponse): T {
  const faults = text ? decoded(text) : undefined;
  return faults ? scope.run({ faults, res }, work) : work();
}

/** `undefined` for a header that another release wrote in another form. */
function decoded(text: string): InjectedFaults | undefined {
  try {
    return InjectedFaults.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  } catch {
    return undefined;
  }
}

/** Injects the faults of each request's header. Only for a process that nothing but the gateway reaches. */
export const injectingFaults =
  (app: RequestListener): RequestListener =>
  (req: IncomingMessage, res: ServerResponse) =>
    withEncodedFaults([req.headers[faultsHeader]].flat()[0], () => app(req, res), res);

/** The storage does not answer; the conventions answer 503 to errors with this mark. */
export class StorageUnavailable extends Error {
  readonly unavailable = true;
}

/** The faults of a process outside of requests. */
export interface BackgroundFaults {
  faults: InjectedFaults;
  /** How long searches do not find what has changed, in milliseconds. */
  searchLagMs: number;
  /** When all of this ends, in milliseconds from now. */
  forMs: number;
}

/** Injects faults into the storages of a process, as another process says. */
export interface FaultInjector {
  gates: StorageGates;
  searchLagMs(): number;
  /** Replaces the faults of background work, and the lag of searches. */
  setBackgroundFaults(faults: BackgroundFaults): void;
}

/** Requests get the faults of their scope, work outside of requests those of the background. */
export function createFaultInjector(monotonicMs: () => number): FaultInjector {
  let background: BackgroundFaults = { faults: {}, searchLagMs: 0, forMs: 0 };
  let until = 0;
  let uses = 0;
  const isInForce = () => monotonicMs() < until;
  const gate = (storage: keyof InjectedFaults) => (): Promise<void> | undefined => {
    const request = scope.getStore();
    const fault = (request?.faults ?? (isInForce() ? background.faults : {}))[storage];
    if (!fault) return undefined;
    if (request?.res && !request.res.headersSent) request.res.setHeader(...fault.header);
    if (fault.unavailable) return Promise.reject(new StorageUnavailable(fault.header.join(": ")));
    return wait(fault.delays_ms[uses++ % fault.delays_ms.length]);
  };
  return {
    gates: { database: gate("database"), objectStore: gate("object_store") },
    searchLagMs: () => (isInForce() ? background.searchLagMs : 0),
    setBackgroundFaults(next) {
      background = next;
      until = monotonicMs() + next.forMs;
    },
  };
}
