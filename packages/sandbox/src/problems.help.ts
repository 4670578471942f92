import type { HelpFor } from "@marketplace/conventions";
import type { problems } from "./problems.ts";

/** Why each error of the lab is answered, and what to do about it. */
export const problemHelp: HelpFor<typeof problems> = {
  world_not_found: {
    why: "No world has this id: it never had, or the world was dropped or has ended.",
    remedy: "List the worlds, or make one.",
  },
  world_ended: {
    why: "The token or the header leads to a world whose time is over.",
    remedy: "Make a new world, and use its tokens; `ttl_seconds` says how long it lives.",
  },
  other_world: {
    why: "Token, path and header lead to different worlds.",
    remedy: "Use a token of the world that the path or the header names.",
  },
  fault_not_found: {
    why: "The world has no fault of this id, or it was spent.",
    remedy: "List the world's faults.",
  },
  source_not_found: {
    why: "There is no world and no snapshot of this name.",
    remedy: "Make it from `demo`, `empty`, a world's id or a snapshot's name.",
  },
  default_stays: {
    why: "The world `default` is the product itself.",
    remedy: "Reset it, or use worlds of your own.",
  },
  default_cannot_be_reset: {
    why: "The users of the demo that was seeded are not those that a reset would make.",
    remedy: "Start on an empty data directory.",
  },
  snapshot_exists: {
    why: "A snapshot is never replaced.",
    remedy: "Choose another name, or delete the old one first.",
  },
  invalid_recording: {
    why: "A line of the body is no exchange as `record` writes them, or the body is empty, cut off or longer than 256 MiB.",
    remedy: "Send a file that `marketplace record` wrote, whole and unchanged; the message names the line.",
  },
  invalid_archive: {
    why: "The body is no export of a world, was changed or cut off on its way, or is of a release with other migrations.",
    remedy: "Send the bytes of an export as they are, to a product of the same release.",
  },
  snapshot_not_found: {
    why: "No snapshot has this name: it was never made, or it was removed.",
    remedy: "List the snapshots.",
  },
  snapshot_in_use: {
    why: "The worlds that the message names were made from the snapshot, and a reset makes them from it again.",
    remedy: "Drop these worlds first, or wait for their end.",
  },
  no_tokens_for: {
    why: "Tokens are of a user and an application of the world, neither of which may be disabled.",
    remedy: "Take ids from the world's document, or from `GET /applications`.",
  },
  request_not_found: {
    why: "The request is not recorded in this world: only the last ones are.",
    remedy: "Use the `X-Request-Id` of a recent answer of this world.",
  },
  body_not_kept: {
    why: "The recorded body is a part only, as it was large or a file.",
    remedy: "Send the request again from the client.",
  },
  not_answered: {
    why: "The request was sent, but led to another world.",
    remedy: "Read the requests of the world that its token belongs to.",
  },
  notification_not_found: {
    why: "The world has no notification of this id.",
    remedy: "List the world's notifications.",
  },
  not_resent: {
    why: "The notification has nobody to go to any more; the message says why.",
    remedy: "Subscribe the application again, and cause a new notification.",
  },
  receiver_not_found: {
    why: "The world has no receiver of this name.",
    remedy: "List the world's receivers, or make it.",
  },
  clock_not_forward: {
    why: "A clock that went back would make rows that come before their causes.",
    remedy: "Make a new world from a snapshot for an earlier moment.",
  },
  clock_too_far: {
    why: "All that waits for a moment is done on the way, which takes time.",
    remedy: "Move it in several steps.",
  },
  nothing_due: {
    why: "The clock is asked to go to the next moment, and there is none.",
    remedy: "Move it by a duration instead.",
  },
  fault_exists: {
    why: "The id of a fault is used once in a world.",
    remedy: "Leave the id out, or delete the other fault.",
  },
  too_many_faults: {
    why: "Each request meets all rules of its world, so that their number is limited.",
    remedy: "Delete rules that are not needed any more, or replace all by `PUT`.",
  },
  trigger_not_found: {
    why: "There is no such event.",
    remedy: "`marketplace trigger` without an event lists them.",
  },
  scenario_not_found: {
    why: "There is no such scenario.",
    remedy: "List the scenarios.",
  },
  unknown_value: {
    why: "The event takes other values.",
    remedy: "Use one of those that the message names.",
  },
  bad_trigger: {
    why: "A value of the event is not valid, or there is nothing in the world that it could happen to.",
    remedy: "The message says what is missing.",
  },
  step_refused: {
    why: "The product refused what the event does, as it would refuse a client, or the call had no answer, as under a fault.",
    remedy: "The message has its error; bring the world into a state in which the event can happen.",
  },
  fault: {
    why: "A fault of the sandbox lab answered in place of the product, with a status and a code of its own choice.",
    remedy: "Nothing is broken: delete the fault when the test is done.",
  },
  not_the_console: {
    why: "The admin token opens everything, so only the console that this product serves is given it, and only where visitors may be any user.",
    remedy: "Take the token from `sandbox.admin_token` of `sandbox.json`.",
  },
  user_not_found: {
    why: "Nobody in this world has the id, or the user is disabled.",
    remedy: "Take an id from `GET /_sandbox/worlds/{id}/document`.",
  },
  certification_not_found: {
    why: "There is no such certification, or the product has started since; the latest 100 are kept.",
    remedy: "List the certifications.",
  },
  not_certifiable: {
    why: "The world of a certification could not be set up: the user is unknown, sells nothing, or cannot be picked.",
    remedy: "The message says what is missing; `seller_mla` can always be certified.",
  },
  too_many_certifications: {
    why: "Certifications that run at once make each other's receivers look slow, so that a few may.",
    remedy: "Wait until one has ended.",
  },
  foreign_origin: {
    why: "A page of another site must not use the lab of a developer who visits it.",
    remedy: "Call the lab from a program, or from the product's own pages.",
  },
};
