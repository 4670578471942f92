import { z } from "zod";
import { Json } from "../json.schema.ts";

const name = z.string().regex(/^[a-z][\w-]{0,63}$/);
const values = z.record(name, Json);

export const RequestStep = z
  .strictObject({
    name: name.describe("By this name later steps refer to the answer"),
    as: z.string().describe("Whose token is sent: a name among the users of the world, `admin`, or `nobody`"),
    method: z.enum(["GET", "POST", "PUT", "DELETE"]),
    path: z.string().startsWith("/").describe("Path and query; may hold references"),
    body: Json.optional().describe("Sent as JSON; may hold references"),
    file: z
      .strictObject({ field: z.string(), filename: z.string(), type: z.string(), content: z.string() })
      .optional()
      .describe("Sent as a form instead of a body"),
  })
  .meta({ id: "RequestStep" });
export type RequestStep = z.output<typeof RequestStep>;

const isReadWithBody = (step: RequestStep | TriggerStep): boolean =>
  "method" in step && step.method === "GET" && (step.body !== undefined || step.file !== undefined);

export const TriggerStep = z
  .strictObject({
    name: name.describe("By this name later steps refer to what it created"),
    trigger: z.string().describe("Event of another trigger, which is run first"),
    with: values.optional().describe("Its values; may hold references"),
  })
  .meta({ id: "TriggerStep" });
export type TriggerStep = z.output<typeof TriggerStep>;

/**
 * A trigger: calls of the public API that make an event happen. A text may refer to what is known before it
 * by `${name:path}`: `with` (the values), `users`, `applications` and `fixtures` of the world, and answers of
 * earlier steps by their names.
 */
export const Trigger = z
  .strictObject({
    event: z
      .string()
      .regex(/^[\w.-]{1,64}$/)
      .describe("Name of the event, such as question.asked"),
    description: z.string().max(500).describe("What happens"),
    with: values.default({}).describe("Values that a caller may replace"),
    steps: z
      .array(z.union([RequestStep, TriggerStep]))
      .min(1)
      .max(50)
      .refine((steps) => !steps.some(isReadWithBody), { message: "a GET has neither body nor file" })
      .describe("What is called, in order"),
    created: z.record(name, z.string()).default({}).describe("References to the ids that come of it"),
  })
  .meta({ id: "Trigger" });
export type Trigger = z.output<typeof Trigger>;

export const StepView = z
  .object({
    name: z.string().describe("Name of the step"),
    status: z.int().describe("HTTP status of its answer"),
  })
  .meta({ id: "StepView" });
export type StepView = z.output<typeof StepView>;

export const TriggerResult = z
  .object({
    event: z.string().describe("Name of the event"),
    steps: z.array(StepView).describe("What was called"),
    created: z.record(z.string(), Json).describe("Ids of what came of it"),
  })
  .meta({ id: "TriggerResult" });
export type TriggerResult = z.output<typeof TriggerResult>;

export const TriggerBody = z
  .strictObject({
    event: z.string().optional().describe("Name of one of the triggers of the list"),
    trigger: Trigger.optional().describe("A trigger of one's own, in place of `event`"),
    with: values.default({}).describe("Replaces values of the trigger"),
  })
  .refine(({ event, trigger }) => (event === undefined) !== (trigger === undefined), {
    message: "name an event, or give a trigger",
  })
  .meta({ id: "TriggerBody" });
