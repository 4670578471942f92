import { isTemporary, isUnavailable, messageOf } from "@marketplace/conventions";
import type { Telemetry } from "@marketplace/telemetry";
import {
  createTRPCUntypedClient,
  type HTTPBatchLinkOptions,
  httpBatchLink,
  retryLink,
  splitLink,
  TRPCClientError,
} from "@trpc/client";
import type { AnyRouter } from "@trpc/server";
import type { z } from "zod";
import type { Contract, Implementation } from "./contract.ts";
import { RoundRobinDispatcher, type SpreadOptions } from "./load-balancing/round-robin-dispatcher.ts";
import { observedCall } from "./observed.ts";
import { type Origin, originHeaders, presentOrigin, rpcHeaders } from "./origin.ts";
import { outageCode, serving } from "./server.ts";

/** A service does not answer in time, is away or lacks a dependency; the conventions answer 503. */
export class ServiceUnavailable extends Error {
  override name = "ServiceUnavailable";
  readonly unavailable = true;
}

export interface RemoteOptions {
  /** Base URL of the service, without `/rpc`, or several: calls are spread over all addresses behind them. */
  url: string | readonly string[];
  /** The secret all services of one deployment share. */
  secret: string;
  timeoutMs?: number;
  /** How often a query that met no answer is sent again; 2 when absent. */
  retries?: number;
  /** Of the service that asks. */
  telemetry?: Telemetry;
  /** How addresses are found and connections kept; as for every service when absent. */
  spread?: SpreadOptions;
  /** Used in place of connections of its own; its owner closes it. */
  dispatcher?: RoundRobinDispatcher;
}

/**
 * Bounds of a batch, so that calls of one tick never fail each other: `rpcEndpoint` takes 100 calls at most,
 * and a request line with all headers (origin.ts) may have 16 KiB. What exceeds them goes into a further
 * batch.
 */
const largestBatch = { maxItems: 50, maxURLLength: 4_096 };

/** Longer inputs of queries, in characters of the URL, travel alone. */
const longestBatchedInput = 3_000;

/** A client over HTTP: batches calls of one tick, repeats failed queries, gives every call a deadline. */
export function remoteClient<C extends Contract>(contract: C, options: RemoteOptions): Implementation<C> {
  const { url, secret, timeoutMs = 5_000, retries = 2, telemetry, spread } = options;
  const dispatcher = options.dispatcher ?? new RoundRobinDispatcher(url, spread);
  const transport: HTTPBatchLinkOptions<AnyRouter["_def"]["_config"]["$types"]> = {
    url: `${[url].flat()[0]}/rpc`,
    headers: ({ opList }) => ({
      [rpcHeaders.secret]: secret,
      // Every call below is made with its origin as its context.
      ...originHeaders(opList.map(({ context }) => context as Origin)),
    }),
    fetch: (target, init) => answerTo(dispatcher, { target, init, timeoutMs }),
  };
  const client = createTRPCUntypedClient<AnyRouter>({
    links: [
      retryLink({
        retry: ({ op, error, attempts }) => op.type === "query" && isTransport(error) && attempts <= retries,
      }),
      splitLink({
        condition: ({ type, input }) => type === "query" && isLong(input),
        true: httpBatchLink({ ...transport, maxItems: 1 }),
        false: httpBatchLink({ ...transport, ...largestBatch }),
      }),
    ],
  });
  const calls = Object.entries(contract).map(([name, { kind, output }]) => {
    const send = (input: unknown) => {
      const context = { ...presentOrigin() };
      return kind === "query"
        ? client.query(name, input, { context })
        : client.mutation(name, input, { context });
    };
    const call = async (input: unknown) => understood(name, output, await send(input).catch(asUnavailable));
    const observed = { side: "client", procedure: name, isOutage: isUnavailable } as const;
    return [name, (input: unknown) => observedCall(telemetry, observed, () => call(input))] as const;
  });
  // The contract that named the calls also types them.
  return Object.fromEntries(calls) as Implementation<C>;
}

/** tRPC refuses a call that alone exceeds `maxURLLength`. */
const isLong = (input: unknown): boolean =>
  encodeURIComponent(JSON.stringify(input)).length > longestBatchedInput;

interface Outgoing {
  target: string | URL | Request;
  init: RequestInit | undefined;
  timeoutMs: number;
}

/** What tRPC asks of `fetch`, over the connections of a service. */
async function answerTo(dispatcher: RoundRobinDispatcher, { target, init, timeoutMs }: Outgoing) {
  const { origin, pathname, search } = new URL(String(target));
  const { statusCode, body } = await dispatcher.request({
    origin,
    path: `${pathname}${search}`,
    // tRPC's batches are GET or POST, and their bodies text.
    method: init?.method === "POST" ? "POST" : "GET",
    headers: init?.headers as Record<string, string>,
    body: (init?.body as string | undefined) ?? null,
    signal: AbortSignal.timeout(timeoutMs),
  });
  // By its guard alone: no call answers so.
  if (statusCode === 403) {
    await body.dump();
    throw new Error("it refuses this INTERNAL_SECRET");
  }
  return { ok: statusCode < 300, status: statusCode, json: () => body.json() };
}

/** A client in the same process: the same checks, no socket; `telemetry` is of the service that is asked. */
export function localClient<C extends Contract>(
  contract: C,
  implementation: Implementation<C>,
  telemetry?: Telemetry,
): Implementation<C> {
  const calls = Object.entries(contract).map(([name, { input, output }]) => {
    const serve = serving(name, implementation[name as keyof C], telemetry);
    const call = async (given: unknown) => {
      // What the schema accepts is what the call takes: Implementation<C> says so.
      const asked = fitting(input, given, `what is asked of ${name}`) as never;
      return understood(name, output, await serve(asked).catch((error) => refused(name, error)));
    };
    return [name, call] as const;
  });
  // As in remoteClient.
  return Object.fromEntries(calls) as Implementation<C>;
}

/** A newer service may add fields, which are dropped; fields that an older one omits get their defaults. */
const understood = (name: string, output: z.ZodType, answer: unknown): unknown =>
  fitting(output, answer, `the answer to ${name}`);

function fitting(schema: z.ZodType, value: unknown, what: string): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new Error(`${what} does not fit its contract`, { cause: result.error });
}

/** The service's own code did not answer: a network error, a deadline, or a proxy before it. */
const isTransport = (error: unknown): boolean => error instanceof TRPCClientError && error.data === undefined;

const isOutage = (error: unknown): boolean =>
  error instanceof TRPCClientError && error.data?.code === outageCode;

/** The service is of the previous release and does not know the call yet. */
const isUnknownCall = (error: unknown): boolean =>
  error instanceof TRPCClientError && error.data?.code === "NOT_FOUND";

/** A service in the same process gave up work that took too long: answered 503, and no outage for jobs. */
class ServiceTookTooLong extends Error {
  override name = "ServiceTookTooLong";
  readonly tookTooLong = true;
}

/** Errors of a service in the same process are hidden from its callers, as they are over HTTP. */
function refused(name: string, cause: unknown): never {
  if (isUnavailable(cause)) throw new ServiceUnavailable("a service is unavailable", { cause });
  if (isTemporary(cause)) throw new ServiceTookTooLong("a service took too long", { cause });
  throw new Error(`${name} failed: ${messageOf(cause)}`, { cause });
}

function asUnavailable(error: unknown): never {
  if (isUnknownCall(error)) throw new ServiceUnavailable("a service is to be upgraded", { cause: error });
  if (isOutage(error)) throw new ServiceUnavailable("a service is unavailable", { cause: error });
  if (isTransport(error)) throw new ServiceUnavailable("a service did not answer", { cause: error });
  throw error;
}
