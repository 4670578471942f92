import type { WorldDocument } from "../worlds/engine.ts";
import { type ApiAccess, CallFailed, callApi } from "./api-call.ts";
import { type Known, resolve, resolveCall } from "./references.ts";
import type { RequestStep, StepView, Trigger, TriggerResult, TriggerStep } from "./trigger.schema.ts";

/** A call of a trigger was refused, or has no answer. */
export class StepRefused extends Error {}

/** A trigger refers to another one that does not exist, or to itself. */
export class UnknownTrigger extends Error {
  readonly event: string;
  constructor(event: string) {
    super(`there is no trigger ${event}`);
    this.event = event;
  }
}

export interface TriggerContext {
  document: WorldDocument;
  access: ApiAccess;
  findTrigger(event: string): Trigger | undefined;
}

/** How deep triggers may run others. */
const deepest = 5;

/** Runs a trigger, its values replaced by these. */
export async function runTrigger(
  trigger: Trigger,
  given: Readonly<Record<string, unknown>>,
  context: TriggerContext & { depth?: number },
): Promise<TriggerResult> {
  const { users, applications, fixtures } = context.document;
  const world: Known = { users, applications, fixtures };
  const values = resolve({ ...trigger.with, ...given }, world);
  const known: Record<string, unknown> = { ...world, with: values };
  const steps: StepView[] = [];
  for (const step of trigger.steps) {
    const { views, result } =
      "trigger" in step ? await nested(step, known, context) : await called(step, known, context);
    steps.push(...views);
    known[step.name] = result;
  }
  const created = resolve(trigger.created, known) as TriggerResult["created"];
  return { event: trigger.event, steps, created };
}

async function called(step: RequestStep, known: Known, { access }: TriggerContext) {
  const request = resolveCall(step, known);
  const { status, body } = await callApi(request, access).catch((error: unknown) => {
    throw error instanceof CallFailed ? new StepRefused(`step ${step.name}: ${error.message}`) : error;
  });
  if (status < 200 || status > 299)
    throw new StepRefused(`step ${step.name} was answered ${status}: ${messageOf(body)}`);
  return { views: [{ name: step.name, status }], result: body };
}

async function nested(step: TriggerStep, known: Known, context: TriggerContext & { depth?: number }) {
  const depth = (context.depth ?? 0) + 1;
  const trigger = depth > deepest ? undefined : context.findTrigger(step.trigger);
  if (!trigger) throw new UnknownTrigger(step.trigger);
  const values = resolve(step.with ?? {}, known) as Record<string, unknown>;
  const { steps, created } = await runTrigger(trigger, values, { ...context, depth });
  return {
    views: steps.map(({ name, status }) => ({ name: `${step.name}.${name}`, status })),
    result: created,
  };
}

function messageOf(body: unknown): string {
  if (typeof body === "object" && body !== null && "message" in body) return String(body.message);
  return String(body).slice(0, 200);
}
