import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { messageOf } from "@marketplace/conventions";
import { type ApiAnswer, callApi } from "../triggers/api-call.ts";
import { type Known, resolve, resolveCall } from "../triggers/references.ts";
import { runTrigger, type TriggerContext, UnknownTrigger } from "../triggers/run-trigger.ts";
import { differenceOf } from "./difference.ts";
import type { CallStep, Expectation, Scenario, ScenarioRun, ScenarioStep } from "./scenario.schema.ts";

interface Outcome {
  /** What later steps refer to. */
  result: unknown;
  /** What was not as expected. */
  difference: string | undefined;
}

/** Runs a scenario to its end, or to its first step that does not go as expected. */
export async function runScenario(scenario: Scenario, context: TriggerContext): Promise<ScenarioRun> {
  const { users, applications, fixtures } = context.document;
  const known: Record<string, unknown> = { users, applications, fixtures };
  const steps: ScenarioRun["steps"] = [];
  for (const step of scenario.steps) {
    const { result, difference } = await take(step, known, context).catch(failed);
    steps.push({ name: step.name, passed: difference === undefined, detail: difference ?? null });
    if (difference !== undefined) break;
    known[step.name] = result;
  }
  return { id: randomUUID(), scenario: scenario.name, passed: steps.every(({ passed }) => passed), steps };
}

const failed = (error: unknown): Outcome => ({
  result: undefined,
  difference: messageOf(error),
});

async function take(step: ScenarioStep, known: Known, context: TriggerContext): Promise<Outcome> {
  if ("trigger" in step) {
    const trigger = context.findTrigger(step.trigger);
    if (!trigger) throw new UnknownTrigger(step.trigger);
    const values = resolve(step.with ?? {}, known) as Record<string, unknown>;
    return { result: (await runTrigger(trigger, values, context)).created, difference: undefined };
  }
  if ("clock" in step) {
    const call = { name: step.name, as: "admin", method: "POST", path: "/_sandbox/clock", body: step.clock };
    return asExpected(call as CallStep, known, context);
  }
  return asExpected(step, known, context);
}

async function asExpected(step: CallStep, known: Known, context: TriggerContext): Promise<Outcome> {
  const { expect = {}, times = 1, at_once: atOnce = 1, ...call } = resolveCall(step, known);
  if (expect.statuses) return repeated(call, { times, atOnce, statuses: expect.statuses }, context);
  const deadline = performance.now() + (expect.within_seconds ?? 0) * 1_000;
  for (;;) {
    const answer = await callApi(call, context.access);
    const difference = unexpected(answer, expect);
    if (difference === undefined || performance.now() >= deadline) return { result: answer.body, difference };
    await wait(250);
  }
}

function unexpected({ status, body }: ApiAnswer, expect: Expectation): string | undefined {
  const fits = expect.status === undefined ? status >= 200 && status < 300 : status === expect.status;
  if (!fits) return `status is ${status}: ${JSON.stringify(body).slice(0, 200)}`;
  return expect.body === undefined ? undefined : differenceOf(expect.body, body);
}

interface Repetition {
  times: number;
  atOnce: number;
  statuses: Readonly<Record<string, number>>;
}

/** Makes a call many times, some at once, and counts the statuses of the answers. */
async function repeated(
  call: Omit<CallStep, "expect">,
  { times, atOnce, statuses }: Repetition,
  { access }: TriggerContext,
): Promise<Outcome> {
  const counts: Record<string, number> = {};
  let begun = 0;
  const callNext = async (): Promise<void> => {
    while (begun < times) {
      begun += 1;
      const { status } = await callApi(call, access);
      counts[status] = (counts[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, times) }, callNext));
  const isEqual =
    Object.keys(counts).length === Object.keys(statuses).length &&
    Object.entries(statuses).every(([status, count]) => counts[status] === count);
  return { result: counts, difference: isEqual ? undefined : `statuses are ${JSON.stringify(counts)}` };
}
