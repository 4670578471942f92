import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import {
  bareApp,
  type Conventions,
  common,
  failure,
  oauthErrorFields,
  Problem,
  requests,
  usualCodes,
} from "@marketplace/conventions";
import { silentLogger, systemClock } from "@marketplace/server";
import { problems } from "../problems.ts";
import { strictnessOf } from "../profile/strictness.ts";
import { tokenFacts } from "../token-facts.ts";
import { perWorld, type RequestMiddleware, type World } from "../world.ts";
import { dribbled, malformed, truncated } from "./altered-answer.ts";
import { waitOf } from "./draws.ts";
import { createFaults, type Fault, type Faults } from "./fault-rules.ts";
import type { Effect } from "./faults.schema.ts";
import { pause } from "./pause.ts";
import { requestedFault } from "./requested-fault.ts";
import { withStorageFaults } from "./storage-faults.ts";

/** The fault rules of a world. */
export const faultsOf = perWorld(() => createFaults(systemClock));

/** By this header an answer names the rule whose fault it has, and a request asks for a fault of its own. */
const header = "x-sandbox-fault";

/** Injects into requests the faults of the world's rules, or the one that a request asks for itself. */
export const injectRequestFaults: RequestMiddleware = (world, { req, res }, next) => {
  const asked = req.headers[header];
  const faults = faultsOf(world);
  const call = { world, req, res, next };
  const strict = strictnessOf(world);
  const beyond = strict.profile === "strict" ? strict.beyondQuota(req) : undefined;
  if (asked !== undefined) injectRequested(String(asked), call);
  else if (beyond) inject(beyond, call);
  else if (faults.list().length === 0) next();
  else injectByRules(faults, call);
};

interface Call {
  world: World;
  req: IncomingMessage;
  res: ServerResponse;
  next: () => void;
}

function injectRequested(asked: string, call: Call): void {
  const fault = requestedFault(asked);
  const message = `X-Sandbox-Fault is not understood: ${asked.slice(0, 200)}`;
  if (fault) inject(fault, call);
  else answerWith(common.bad_request({ message }), call);
}

function injectByRules(faults: Faults, call: Call): void {
  const { req, res, next } = call;
  const path = (req.url ?? "").split("?", 1)[0];
  const facts = { method: req.method, path, ...tokenFacts(req) };
  const fault = faults.meet("api", facts);
  if (fault) inject(fault, call);
  else withStorageFaults(faults, { facts, res }, next);
}

function inject(fault: Fault, call: Call): void {
  const { req, res, next } = call;
  const { effect, id } = fault;
  res.setHeader("X-Sandbox-Fault", id);
  const problem = problemOf(fault);
  if (problem) answerWith(problem, call);
  else if (effect.reset) req.socket.destroy();
  else if (effect.delay && effect.delay.type !== "dribble") later(waitOf(effect.delay, fault.draw), call);
  else {
    alterAnswer(effect, call);
    next();
  }
}

function alterAnswer({ truncate, malformed: wrong, delay }: Effect, { res, world }: Call): void {
  if (truncate !== undefined) truncated(res, truncate);
  else if (wrong) malformed(res);
  else if (delay?.type === "dribble") dribbled(res, delay, world.epoch.ended);
}

/** Goes on after a while; at once when the world is reset, which ends its rules, or ends. */
function later(ms: number, { res, world, next }: Call): void {
  const { ended, end } = pause(ms, [world.epoch.ended]);
  res.once("close", end);
  // Of a client that has left nothing is asked any more.
  void ended.then(() => res.destroyed || next());
}

/** What is answered instead, if the fault is an error. */
function problemOf(fault: Fault): Problem | undefined {
  if (fault.effect.quota) return tooMany(fault);
  return fault.effect.status === undefined ? undefined : insteadOf(fault.id, fault.effect);
}

/** The product's own errors of these statuses. */
const usual: Readonly<Record<number, () => Problem>> = {
  401: common.invalid_token,
  429: common.too_many_requests,
  500: common.internal_server_error,
  503: common.service_unavailable,
};

/** The error that the product would give with this status, with the code and waiting time of the rule. */
function insteadOf(id: string, { status = 500, error, retry_after }: Effect): Problem {
  const known = usual[status]?.();
  const code = error ?? known?.error ?? usualCodes[status] ?? `http_${status}`;
  const headers: Record<string, string> = {};
  if (retry_after !== undefined) headers["Retry-After"] = String(retry_after);
  const { key, message } = known ?? problems.fault({ id });
  return new Problem({ key, status, error: code }, message, { headers });
}

const tooMany = ({ retryAfter = 1 }: Fault): Problem =>
  common.too_many_requests({ headers: { "Retry-After": String(retryAfter) } });

const raised = new WeakMap<IncomingMessage, Problem>();
const conventions: Conventions = { authenticate: () => ({ kind: "none" }), log: silentLogger(), jsonp: true };

/** Answers with the problem of a request as the product would: JSONP, request id and CORS included. */
const problemApp: RequestListener = bareApp()
  .use(requests(conventions))
  .use((req) => {
    throw raised.get(req) ?? common.internal_server_error();
  })
  .use("/oauth", failure(conventions, oauthErrorFields))
  .use(failure(conventions));

function answerWith(problem: Problem, { req, res }: Call): void {
  raised.set(req, problem);
  problemApp(req, res);
}
