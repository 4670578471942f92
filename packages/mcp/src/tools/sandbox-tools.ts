import { z } from "zod";
import { tool } from "../tool.ts";
import { ToolRefused } from "../tool-result.ts";
import { labResult } from "./lab.ts";

const world = z.string().max(64).optional().describe("The sandbox world it is about; default when absent");
const limit = z.int().min(1).max(100).default(20).describe("Entries to answer at most");
const instant = z.iso.datetime({ offset: true });
const segment = encodeURIComponent;
const post = (path: string, body?: unknown) => ({ method: "POST", path, body });

/** Worlds, their clocks, and what happens in them. */
export const worldTools = [
  tool({
    name: "create_world",
    title: "Make a sandbox world",
    description:
      "Makes a marketplace of its own with the demo's data, and answers its users with access tokens. It ends by itself after ttl_seconds.",
    kind: "adds",
    input: z.object({
      from: z.string().max(100).default("demo").describe("demo, empty, or snapshot:<name>"),
      ttl_seconds: z.int().min(1).max(86_400).optional().describe("When it ends by itself: 3600 when absent"),
      clock: instant.optional().describe("When its clock begins; now when absent"),
    }),
    run: (body, caller) => labResult(caller, post("/worlds", body)),
  }),
  tool({
    name: "fork_or_reset_world",
    title: "Fork or reset a sandbox world",
    description:
      "fork makes another world that begins as this one is now. reset puts this one back to what it was made from: what happened in it is lost.",
    kind: "changes",
    input: z.object({
      id: z.string().max(64).describe("Id of the world"),
      action: z.enum(["fork", "reset"]),
    }),
    run: ({ id, action }, caller) => labResult(caller, post(`/worlds/${segment(id)}/${action}`)),
  }),
  tool({
    name: "advance_clock",
    title: "Move a world's clock forward",
    description:
      "Moves the clock of a world, does what is due on the way, and answers what that was. Say one of advance, to and to_next. It cannot go back.",
    kind: "changes",
    input: z.object({
      world,
      advance: z.string().max(50).optional().describe("How far: an ISO 8601 duration such as PT6H"),
      to: instant.optional().describe("The time to move it to"),
      to_next: z.enum(["delivery", "expiry", "cutoff", "any"]).optional().describe("To the next of these"),
    }),
    run: ({ world: about, ...move }, caller) => labResult(caller, { ...post("/clock", move), world: about }),
  }),
  tool({
    name: "trigger_event",
    title: "Make an event happen",
    description:
      "Makes an event happen by calls of the public API, such as question.asked, order.paid or shipment.delivered. Without an event it lists them with their values.",
    kind: "adds",
    input: z.object({
      world,
      event: z.string().max(64).optional().describe("Name of the event"),
      with: z.record(z.string(), z.json()).optional().describe("Replaces values of the trigger"),
    }),
    run: ({ world: about, event, with: values }, caller) =>
      event === undefined
        ? labResult(caller, { method: "GET", path: "/triggers", query: { limit: 100 } })
        : labResult(caller, { ...post("/trigger", { event, with: values }), world: about }),
  }),
  tool({
    name: "run_scenario",
    title: "Run a scenario",
    description:
      "Runs a story of triggers, clock steps and expectations, and says whether everything went as expected. It moves the clock of the world. Without a name it lists them.",
    kind: "changes",
    input: z.object({
      world,
      scenario: z.string().max(64).optional().describe("Its name, such as order-lifecycle"),
    }),
    run: ({ world: about, scenario }, caller) =>
      scenario === undefined
        ? labResult(caller, { method: "GET", path: "/scenarios" })
        : labResult(caller, { ...post(`/scenarios/${segment(scenario)}/runs`), world: about }),
  }),
  tool({
    name: "inject_fault",
    title: "Inject a fault",
    description:
      "Adds a rule by which calls of the API, notifications or storages of a world fail for a while: an error status, a delay, a cut connection, a quota. The page sandbox has the effects.",
    kind: "changes",
    input: z.object({
      world,
      id: z.string().max(64).describe("Name of the rule"),
      target: z.enum(["api", "notification", "object_store", "database"]).describe("What fails"),
      match: z
        .record(z.string(), z.json())
        .optional()
        .describe('Which calls: {"method": "GET", "path": "/items/**", "first": 1}; all when absent'),
      effect: z.record(z.string(), z.json()).describe('What happens: {"status": 429, "retry_after": 2}'),
      ttl_seconds: z.int().min(1).max(86_400).default(300).describe("How long the rule holds"),
    }),
    run: ({ world: about, ...rule }, caller) => labResult(caller, { ...post("/faults", rule), world: about }),
  }),
];

/** What happened: requests, notifications, and how an integration takes them. */
export const inspectorTools = [
  tool({
    name: "list_requests",
    title: "List the latest requests",
    description: "The latest requests to a world, newest first, with status, application, user and fault.",
    kind: "reads",
    input: z.object({
      world,
      status: z.string().max(3).optional().describe("Such as 404, or 4xx"),
      path: z.string().max(500).optional().describe("How the path begins"),
      method: z.string().max(10).optional(),
      limit,
    }),
    run: ({ world: about, ...query }, caller) =>
      labResult(caller, { method: "GET", path: "/requests", query, world: about }),
  }),
  tool({
    name: "inspect_request",
    title: "Inspect a request",
    description:
      "One request with headers, bodies, causes of its error, and the notifications that it caused.",
    kind: "reads",
    input: z.object({ world, request_id: z.string().max(128).describe("X-Request-Id of its answer") }),
    run: ({ world: about, request_id }, caller) =>
      labResult(caller, { method: "GET", path: `/requests/${segment(request_id)}`, world: about }),
  }),
  tool({
    name: "list_notifications",
    title: "List notifications",
    description:
      "What applications of a world were told, newest first, acknowledged or not. With an id: one of them with every attempt, signature and answer.",
    kind: "reads",
    input: z.object({
      world,
      id: z.string().max(64).optional().describe("`_id` of one notification"),
      topic: z.string().max(64).optional(),
      status: z.string().max(12).optional().describe("acknowledged, failed, or a status such as 5xx"),
      limit,
    }),
    run: ({ world: about, id, ...query }, caller) =>
      labResult(
        caller,
        id === undefined
          ? { method: "GET", path: "/notifications", query, world: about }
          : { method: "GET", path: `/notifications/${segment(id)}`, world: about },
      ),
  }),
  tool({
    name: "replay_notification",
    title: "Send a notification again",
    description:
      "Sends a notification once more: the same _id, signed again, to the application's present address.",
    kind: "adds",
    input: z.object({ world, id: z.string().max(64).describe("`_id` of the notification") }),
    run: ({ world: about, id }, caller) =>
      labResult(caller, { ...post(`/notifications/${segment(id)}/resend`), world: about }),
  }),
  tool({
    name: "certify_integration",
    title: "Certify an integration",
    description:
      "Begins 25 checks of an integration's receiver and token handling in a world of its own, and answers an id with the credentials that the integration needs there. Call it again with that id to read the outcome.",
    kind: "adds",
    input: z.object({
      url: z.url().max(2_000).optional().describe("Address of the receiver; begins a certification"),
      user: z.string().max(64).optional().describe("The seller of the demo for whom it acts"),
      only: z.array(z.string()).optional().describe("Ids of the checks to make; all when absent"),
      timeout_seconds: z.int().min(1).max(300).optional().describe("How long it may take to call the API"),
      id: z.string().max(64).optional().describe("Id of a certification to read"),
    }),
    run({ id, ...body }, caller) {
      if ((id === undefined) === (body.url === undefined))
        throw new ToolRefused("Say url to begin a certification, or id to read one");
      return labResult(
        caller,
        id === undefined
          ? post("/certifications", body)
          : { method: "GET", path: `/certifications/${segment(id)}` },
      );
    },
  }),
];
