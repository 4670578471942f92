import type { IncomingMessage } from "node:http";
import { Paging, pagingQuery } from "@marketplace/conventions";
import { z } from "zod";
import { type LabDeps, operation, resource } from "../feature.ts";
import { Json } from "../json.schema.ts";
import { ownAddress } from "../own-address.ts";
import { pageOf } from "../page.ts";
import { problems } from "../problems.ts";
import { UnknownActor } from "./api-call.ts";
import { triggers } from "./definitions.ts";
import { UnknownReference } from "./references.ts";
import { runTrigger, StepRefused, UnknownTrigger } from "./run-trigger.ts";
import { Trigger, TriggerBody, TriggerResult } from "./trigger.schema.ts";
import { triggerContextOf } from "./trigger-context.ts";

const TriggerView = Trigger.pick({ event: true, description: true })
  .extend({ with: z.record(z.string(), Json).describe("Values that a caller may replace") })
  .meta({ id: "TriggerView" });

const listTriggers = operation({
  id: "listTriggers",
  method: "GET",
  path: "/_sandbox/triggers",
  summary: "Lists the events that can be made to happen",
  query: { event: z.string().optional().describe("Only the one of this event"), ...pagingQuery },
  response: z
    .object({ paging: Paging, results: z.array(TriggerView).describe("By event") })
    .meta({ id: "TriggerPage" }),
  handle({ query: { event: wanted, ...page } }) {
    const found = [...triggers.values()].filter(({ event }) => wanted === undefined || event === wanted);
    return pageOf(found, page, ({ event, description, with: values }) => ({
      event,
      description,
      with: values,
    }));
  },
});

const trigger = operation({
  id: "trigger",
  method: "POST",
  path: "/_sandbox/trigger",
  summary: "Makes an event happen, by calls of the public API as users of the world",
  body: TriggerBody,
  response: TriggerResult,
  errors: [problems.trigger_not_found, problems.unknown_value, problems.bad_trigger, problems.step_refused],
  handle({ body, http }, deps) {
    const wanted = body.trigger ?? triggers.get(body.event ?? "");
    if (!wanted) throw problems.trigger_not_found({ event: body.event ?? "" });
    return happen(wanted, body.with, { req: http.req, deps });
  },
});

/** Runs a trigger in a world; throws the problem to answer when it cannot be run. */
async function happen(
  wanted: Trigger,
  given: Readonly<Record<string, unknown>>,
  { req, deps }: { req: IncomingMessage; deps: LabDeps },
): Promise<TriggerResult> {
  const known = Object.keys(wanted.with);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) throw problems.unknown_value({ name: unknown, known: known.join(", ") });
  try {
    return await runTrigger(wanted, given, triggerContextOf(deps.worldOf(req), deps, ownAddress(req.socket)));
  } catch (error) {
    throw problemOf(error, wanted.event) ?? error;
  }
}

function problemOf(error: unknown, event: string) {
  if (error instanceof StepRefused) return problems.step_refused({ event, reason: error.message });
  if (error instanceof UnknownTrigger) return problems.trigger_not_found({ event: error.event });
  if (error instanceof UnknownReference || error instanceof UnknownActor)
    return problems.bad_trigger({ event, reason: error.message });
  return undefined;
}

/** Triggers: events on demand. */
export const triggerResource = resource({
  name: "Triggers",
  description: "Events on demand, made by calls of the public API",
  fields: TriggerResult,
  operations: [listTriggers, trigger],
});
