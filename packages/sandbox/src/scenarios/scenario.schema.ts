import { z } from "zod";
import { Json, jsonField } from "../json.schema.ts";
import { RequestStep, TriggerStep } from "../triggers/trigger.schema.ts";

const name = z.string().regex(/^[a-z][\w-]{0,63}$/);

const Expectation = z
  .strictObject({
    status: z.int().optional().describe("Status of the answer"),
    body: Json.optional().describe("What the body holds at least; may hold references"),
    statuses: z
      .record(z.string().regex(/^\d{3}$/), z.int())
      .optional()
      .describe("How many of the repeated calls have each status"),
    within_seconds: z
      .int()
      .min(1)
      .max(60)
      .optional()
      .describe("Asks again until it fits, so long at most; services tell each other of changes"),
  })
  .meta({ id: "Expectation" });
export type Expectation = z.output<typeof Expectation>;

const CallStep = RequestStep.extend({
  times: z.int().min(1).max(1_000).optional().describe("How often it is called"),
  at_once: z.int().min(1).max(50).optional().describe("How many calls are under way together"),
  expect: Expectation.optional().describe("Any success when absent"),
}).meta({ id: "CallStep" });
export type CallStep = z.output<typeof CallStep>;

const ClockStep = z
  .strictObject({ name, clock: jsonField("Body of `POST /_sandbox/clock`") })
  .meta({ id: "ClockStep" });

export const ScenarioStep = z.union([CallStep, TriggerStep, ClockStep]);
export type ScenarioStep = z.output<typeof ScenarioStep>;

/** A scenario: triggers and calls with clock steps between them, and what is expected. */
export const Scenario = z.strictObject({
  name: z.string(),
  description: z.string(),
  steps: z.array(ScenarioStep).min(1),
});
export type Scenario = z.output<typeof Scenario>;

export const ScenarioStepView = z
  .object({
    name: z.string().describe("Name of the step"),
    passed: z.boolean().describe("Whether it went as expected"),
    detail: z.string().nullable().describe("What was different; null when nothing was"),
  })
  .meta({ id: "ScenarioStepView" });

export const ScenarioRun = z
  .object({
    id: z.uuid().describe("Id of the run"),
    scenario: z.string().describe("Name of the scenario"),
    passed: z.boolean().describe("Whether all steps went as expected"),
    steps: z.array(ScenarioStepView).describe("The steps that were taken; the first failure ends the run"),
  })
  .meta({ id: "ScenarioRun" });
export type ScenarioRun = z.output<typeof ScenarioRun>;
