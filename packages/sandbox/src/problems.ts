import { problemCatalog } from "@marketplace/conventions";

/** The errors of the lab. */
export const problems = problemCatalog({
  world_not_found: { status: 404, message: ({ id }: { id: string }) => `World not found: ${id}` },
  world_ended: { status: 404, message: "The world of this request has ended" },
  other_world: {
    status: 400,
    message: ({ names }: { names: string }) => `The request names several worlds: ${names}`,
  },
  fault_not_found: { status: 404, message: ({ id }: { id: string }) => `Fault not found: ${id}` },
  source_not_found: {
    status: 404,
    message: ({ from }: { from: string }) => `There is nothing to make a world from: ${from}`,
  },
  default_stays: { status: 409, message: "The world default can be reset, not dropped" },
  default_cannot_be_reset: {
    status: 409,
    message: "The world default cannot be reset: the demo that can be made has other users",
  },
  snapshot_exists: {
    status: 409,
    message: ({ name }: { name: string }) => `There is a snapshot of this name: ${name}`,
  },
  invalid_archive: {
    status: 400,
    message: ({ why }: { why: string }) => `This is no archive of a world: ${why}`,
  },
  invalid_recording: {
    status: 400,
    message: ({ why }: { why: string }) => `This is no recording of a marketplace: ${why}`,
  },
  snapshot_not_found: {
    status: 404,
    message: ({ name }: { name: string }) => `There is no snapshot of this name: ${name}`,
  },
  snapshot_in_use: {
    status: 409,
    message: ({ name, worlds }: { name: string; worlds: string }) =>
      `The snapshot ${name} is what a world goes back to at a reset: ${worlds || "one is being made"}`,
  },
  no_tokens_for: {
    status: 404,
    message: ({ user, application }: { user: number; application: number }) =>
      `There is no user ${user} or no application ${application}, or one of them is disabled`,
  },
  request_not_found: { status: 404, message: ({ id }: { id: string }) => `Request not found: ${id}` },
  body_not_kept: {
    status: 409,
    message: "The body of the request was not kept whole, so that it cannot be sent again",
  },
  not_answered: { status: 409, message: "The request was sent again, and is not recorded in this world" },
  notification_not_found: {
    status: 404,
    message: ({ id }: { id: string }) => `Notification not found: ${id}`,
  },
  not_resent: { status: 409, message: ({ why }: { why: string }) => `The notification was not sent: ${why}` },
  receiver_not_found: { status: 404, message: ({ name }: { name: string }) => `Receiver not found: ${name}` },
  clock_not_forward: { status: 400, message: "A clock goes forward only" },
  clock_too_far: {
    status: 400,
    message: ({ days }: { days: number }) => `A clock is moved by ${days} days at most at once`,
  },
  nothing_due: {
    status: 409,
    message: ({ kind }: { kind: string }) =>
      kind === "any" ? "Nothing waits for a moment" : `Nothing waits for a moment of this kind: ${kind}`,
  },
  fault_exists: {
    status: 409,
    message: ({ id }: { id: string }) => `There is a fault of this name: ${id}`,
  },
  too_many_faults: {
    status: 409,
    message: ({ most }: { most: number }) => `A world has ${most} fault rules at most`,
  },
  trigger_not_found: { status: 404, message: ({ event }: { event: string }) => `Unknown event: ${event}` },
  scenario_not_found: {
    status: 404,
    message: ({ name }: { name: string }) => `Unknown scenario: ${name}`,
  },
  unknown_value: {
    status: 400,
    message: ({ name, known }: { name: string; known: string }) =>
      `The trigger has no value ${name}: it has ${known || "none"}`,
  },
  bad_trigger: {
    status: 400,
    message: ({ event, reason }: { event: string; reason: string }) => `${event}: ${reason}`,
  },
  step_refused: {
    status: 409,
    message: ({ event, reason }: { event: string; reason: string }) => `${event}: ${reason}`,
  },
  fault: { status: 500, message: ({ id }: { id: string }) => `The sandbox's fault ${id}` },
  not_the_console: {
    status: 403,
    message: "The admin token is given to the console of this address alone, where visitors may be any user",
  },
  user_not_found: { status: 404, message: ({ id }: { id: number }) => `User not found: ${id}` },
  certification_not_found: {
    status: 404,
    message: ({ id }: { id: string }) => `Certification not found: ${id}`,
  },
  not_certifiable: {
    status: 409,
    message: ({ reason }: { reason: string }) => `The certification cannot begin: ${reason}`,
  },
  too_many_certifications: {
    status: 409,
    message: ({ most }: { most: number }) => `${most} certifications are running: wait for one to end`,
  },
  foreign_origin: { status: 403, message: "The sandbox lab answers no page of another origin" },
});
