import { common } from "./declare/common-problems.ts";
import type { Conventions } from "./declare/conventions.ts";
import type { Method, Operation, SiteKey } from "./declare/declare.ts";
import type { OncePerKey, OncePerPart } from "./declare/idempotency-store.ts";
import { describeResource } from "./describe/options.ts";
import { authorize } from "./request/authorize.ts";
import { usableCallback } from "./request/callback.ts";
import { clientAddressOf } from "./request/client-address.ts";
import type { Exchange } from "./request/exchange.ts";
import { readInput, type ValidInput } from "./request/input.ts";
import { inRequestScope } from "./request/request-scope.ts";
import type { Match, Route } from "./request/routes.ts";
import { checkListed, checkResponse, operationProblem, problemOf, problemReply } from "./respond/failure.ts";
import { runOnce } from "./respond/idempotency.ts";
import { markForSurrogate } from "./respond/mark-surrogate.ts";
import { json, type Reply, replyOf } from "./respond/reply.ts";
import { respond } from "./respond/respond.ts";
import { withSentIds } from "./respond/sent-ids.ts";

/** A request whose path belongs to a resource. */
interface Routed<Deps> extends Match<Deps> {
  exchange: Exchange;
  deps: Deps;
  conventions: Conventions;
  sites?: Sites<Deps> | undefined;
}

/** What a service has for each site: dependencies on the site's database, and the conventions beside them. */
export interface Sites<Deps> {
  /** Runs work for a site, or for home; again when the site has moved before the work changed anything. */
  on<T>(
    key: SiteKey<Deps>,
    work: (deps: Deps, conventions: Pick<Conventions, "idempotency" | "writing">) => Promise<T>,
  ): Promise<T>;
}

/** A routed request whose method the resource has. */
interface Call<Deps> extends Routed<Deps> {
  operation: Operation<Deps>;
  /** Set by `validateInput`. */
  input?: ValidInput;
}

/** The checks of a call before its handler, in the order of decisions 1.3. Each passes or throws. */
const steps = [validateCallback, authenticate, refuseWrappedFile, validateInput, assertDiskRoom] as const;

/** Answers a request: route and method, steps, handler, answer. Never rejects for an error of the request. */
export async function answer<Deps>(routed: Routed<Deps>): Promise<void> {
  const { exchange, route, conventions } = routed;
  let operation: Operation<Deps> | undefined;
  try {
    if (exchange.req.method === "OPTIONS") return await respond(exchange, describe(route));
    operation = operationFor(route, exchange.req.method);
    const call: Call<Deps> = { ...routed, operation };
    for (const step of steps) await step(call);
    const reply = await runAtSite(call);
    if (conventions.checks) checkResponse(operation, reply);
    varyByHeaders(operation, exchange);
    markForSurrogate(operation, exchange, reply.status);
    await respond(exchange, reply, { mask: operation.mask, cacheable: operation.method === "GET" });
  } catch (error) {
    const problem = operationProblem(operation, problemOf(error, { exchange, log: conventions.log }));
    const listed =
      conventions.checks && operation ? checkListed(operation, problem, conventions.log) : problem;
    await respond(exchange, problemReply(withSentIds(listed, routed), route.resource.errorFields));
  }
}

const describe = <Deps>({ resource, allow }: Route<Deps>): Reply =>
  json(describeResource(resource), { headers: { Allow: allow } });

/** Tells caches that declared headers select the form of the answer. */
function varyByHeaders<Deps>({ headers }: Operation<Deps>, { res }: Exchange): void {
  if (headers) res.vary(Object.keys(headers).join(", "));
}

/** HEAD is GET without a body; an undeclared method is 405 with `Allow`. */
function operationFor<Deps>(route: Route<Deps>, method: string): Operation<Deps> {
  // A Map lookup with a text that is not a Method finds nothing.
  const operation = route.operations.get((method === "HEAD" ? "GET" : method) as Method);
  if (operation) return operation;
  throw common.method_not_allowed({ method }, { headers: { Allow: route.allow } });
}

function validateCallback<Deps>({ exchange }: Call<Deps>): void {
  if (exchange.callback === undefined || usableCallback(exchange) !== undefined) return;
  const message = "callback must be a JavaScript name of at most 128 letters, digits, _, $ and dots";
  throw common.bad_request(
    { message },
    { cause: [{ code: "invalid_value", message, references: ["query.callback"] }] },
  );
}

function authenticate<Deps>({ operation, exchange, conventions }: Call<Deps>): void {
  exchange.caller = authorize(operation, conventions.authenticate(exchange.req));
}

function refuseWrappedFile<Deps>({ operation, exchange }: Call<Deps>): void {
  if (operation.file && usableCallback(exchange)) throw common.not_acceptable();
}

async function validateInput<Deps>(call: Call<Deps>): Promise<void> {
  call.input = await readInput(call.operation, call);
}

/** Where the token may be in the form, the handler looks for it before it asks for space. */
function assertDiskRoom<Deps>({ operation, conventions }: Call<Deps>): Promise<void> | undefined {
  const { method, access, formTokenScope } = operation;
  const mayWrite = method !== "GET" && access !== "read" && formTokenScope === undefined;
  return mayWrite ? conventions.disk?.assertRoom() : undefined;
}

/** Runs the handler with the dependencies of its site. */
async function runAtSite<Deps>(call: Call<Deps>): Promise<Reply> {
  const { sites, operation, exchange, input, conventions } = call;
  if (!sites) return runHandler(call);
  // As the input of the handler, its types are erased.
  const key = await inRequestScope(scopeOf(exchange), async () =>
    operation.site?.(input as never, call.deps),
  );
  return sites.on(key, (deps, ofSite) =>
    runHandler({ ...call, deps, conventions: { ...conventions, ...ofSite } }),
  );
}

const scopeOf = ({ requestId, caller, req }: Exchange) => ({
  requestId,
  caller,
  address: clientAddressOf(req),
});

const withoutRecord = <T>(_caller: number | undefined, work: () => Promise<T>): Promise<T> => work();

/** Runs the handler in the scope of its request, once per Idempotency-Key, as a write unless it is a GET. */
function runHandler<Deps>({ operation, exchange, input, deps, conventions }: Call<Deps>): Promise<Reply> {
  const { requestId, caller, req, res } = exchange;
  const scope = scopeOf(exchange);
  const { writing = withoutRecord } = conventions;
  const handle = async (oncePerKey: OncePerKey) => {
    // The kit's types guarantee the handler's input; they are erased where operations of all types meet.
    const given = {
      ...input,
      ...oncePerKey,
      // A part is made while the answer is sent, when the handler is long done.
      oncePerPart: ((part, work) =>
        inRequestScope(scope, () =>
          writing(caller?.userId, () => oncePerKey.oncePerPart(part, work)),
        )) satisfies OncePerPart,
      caller,
      requestId,
      ifMatch: req.headers["if-match"],
      http: { req, res },
    } as never;
    return replyOf(await inRequestScope(scope, () => operation.handle(given, deps)), operation);
  };
  const attempt = { operation, exchange, caller, body: input?.body };
  const once = () => runOnce(conventions.idempotency, attempt, handle);
  return operation.method === "GET" ? once() : writing(caller?.userId, once);
}
