import type { IncomingMessage } from "node:http";
import { type Caller, inRequestScope, type RequestScope, requestScope } from "@marketplace/conventions";
import { encodedFaults, faultsHeader, withEncodedFaults } from "@marketplace/server";
import { continuing, traceHeaders } from "@marketplace/telemetry";

/** Headers of a call between services. */
export const rpcHeaders = {
  secret: "x-marketplace-rpc",
  requestId: "x-request-id",
  caller: "x-marketplace-rpc-caller",
  trace: "traceparent",
  /** For a batch with calls of several requests: the same values, call by call. */
  requestIds: "x-marketplace-rpc-request-ids",
  traces: "x-marketplace-rpc-traces",
  faults: faultsHeader,
  faultLists: "x-marketplace-rpc-faults",
} as const;

/** What a call between services is part of. */
export interface Origin {
  scope?: RequestScope | undefined;
  /** W3C traceparent. */
  trace?: string | undefined;
  /** Faults to inject into uses of storages. */
  faults?: string | undefined;
}

export const presentOrigin = (): Origin => ({
  scope: requestScope(),
  trace: traceHeaders().traceparent,
  faults: encodedFaults(),
});

/** Longest list of origins in a header, in characters; above it the first stands for the whole batch. */
const longestList = 3_000;

export function originHeaders(origins: readonly Origin[]): Record<string, string> {
  const [{ scope, trace, faults } = {}] = origins;
  return {
    ...(scope && { [rpcHeaders.requestId]: scope.requestId }),
    ...(scope?.caller && { [rpcHeaders.caller]: JSON.stringify(scope.caller) }),
    ...(trace !== undefined && { [rpcHeaders.trace]: trace }),
    ...(faults !== undefined && { [rpcHeaders.faults]: faults }),
    ...listed(
      rpcHeaders.requestIds,
      origins.map((origin) => origin.scope?.requestId ?? ""),
    ),
    ...listed(
      rpcHeaders.traces,
      origins.map((origin) => origin.trace ?? ""),
    ),
    ...listed(
      rpcHeaders.faultLists,
      origins.map((origin) => origin.faults ?? ""),
    ),
  };
}

function listed(name: string, values: readonly string[]): Record<string, string> {
  const list = values.join(",");
  return new Set(values).size > 1 && list.length <= longestList ? { [name]: list } : {};
}

/** Finds the origin of a call by its place in the batch. */
export type Origins = (index: number) => Origin;

/** Reads the origins of a batch. Only services write these headers: the sender knows the secret. */
export function originsOf({ headers }: IncomingMessage): Origins {
  const requestId = textOf(headers[rpcHeaders.requestId]) ?? "";
  const callerText = textOf(headers[rpcHeaders.caller]);
  const caller = callerText === undefined ? undefined : (JSON.parse(callerText) as Caller);
  const requestIds = textOf(headers[rpcHeaders.requestIds])?.split(",");
  const traces = textOf(headers[rpcHeaders.traces])?.split(",");
  const faultLists = textOf(headers[rpcHeaders.faultLists])?.split(",");
  return (index) => {
    const own = requestIds?.[index] ?? requestId;
    // The caller that is named is the first call's.
    return {
      scope: { requestId: own, ...(own === requestId && caller && { caller }) },
      trace: traces?.[index] || undefined,
      faults: faultLists ? faultLists[index] : textOf(headers[rpcHeaders.faults]),
    };
  };
}

const textOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

/** Runs a call in the request scope and trace of its origin, and with its faults. */
export const asPartOf = <T>({ scope, trace, faults }: Origin, work: () => T): T =>
  continuing(trace, () => withEncodedFaults(faults, () => (scope ? inRequestScope(scope, work) : work())));
